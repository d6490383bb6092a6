// `css: external`: the Content-Security-Policy allows no style that was not served as a file.
export default { compilerOptions: { css: "external", runes: true } };
