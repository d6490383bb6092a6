// @ts-expect-error Node brings its own modules, and its types are not worth a dependency for one line
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Whose work is in what we build, in their own words, beside it. */
function licences(): Plugin {
  const files = { "Source Sans 3": "@fontsource-variable/source-sans-3/LICENSE", Svelte: "svelte/LICENSE.md", "esm-env": "esm-env/LICENSE", "lean-qr": "lean-qr/LICENSE" };
  const text = Object.entries(files).map(([name, file]) => `${name}\n\n${readFileSync(`node_modules/${file}`, "utf-8").trim()}\n`);
  return { name: "licences", generateBundle() { this.emitFile({ type: "asset", fileName: "licences.txt", source: text.join("\n\n") }); } };
}

export default defineConfig({
  plugins: [licences(), svelte()],
  base: "/",
  build: {
    outDir: "../src/sandtable/web/static",
    emptyOutDir: true,
    target: "es2022",
    // Inlined assets would be data: addresses, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8040", ws: true, changeOrigin: true } } },
  test: { include: ["src/**/*.test.ts"], setupFiles: ["src/fixtures/browser.ts"] },
});
