import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
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
