// The look that all figures share: the colours of the page around them, light or dark.

export const THEME = `
.tf{--ink:var(--jp-content-font-color1,#1f2328);--dim:var(--jp-content-font-color2,#59636e);
--paper:var(--jp-layout-color0,#fff);--line:var(--jp-border-color2,#d1d9e0);--accent:#c2410c;
box-sizing:border-box;margin:0;padding:4px 2px;color:var(--ink);background:var(--paper);
font:13px/1.45 var(--jp-ui-font-family,system-ui,-apple-system,"Segoe UI",sans-serif)}
@media(prefers-color-scheme:dark){.tf{--ink:var(--jp-content-font-color1,#e6edf3);
--dim:var(--jp-content-font-color2,#9aa4b0);--paper:var(--jp-layout-color0,#14171c);
--line:var(--jp-border-color2,#3b434d)}}
.tf.tf-dark{--accent:#ff9a5c}
.tf .tf-controls{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:center;margin:0 0 6px}
.tf label{display:inline-flex;gap:7px;align-items:center;max-width:100%}
.tf input,.tf select{font:inherit;min-width:0;color:inherit;margin:0;accent-color:var(--accent)}
.tf select,.tf input[type=text],.tf input[type=number]{padding:2px 6px;background:var(--paper);
border:1px solid var(--dim);border-radius:4px;max-width:100%}
.tf label:has(input[type=text]){flex:1 1 100%}
.tf input[type=text]{flex:0 1 34em;min-width:0}
.tf input[type=range]{width:clamp(100px,22vw,240px)}
.tf output{font-variant-numeric:tabular-nums;min-width:3.2em}
.tf .tf-picks{display:flex;flex-wrap:wrap;gap:4px 6px}
.tf button{font:inherit;color:inherit;background:none;border:1px solid var(--line);
border-radius:1em;padding:1px 10px;cursor:pointer;text-align:left}
.tf button:hover{border-color:var(--accent)}
.tf :focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.tf .tf-message{color:var(--accent);font-weight:600;margin:0}
.tf .tf-message:empty{display:none}
@media(forced-colors:active){.tf{--ink:CanvasText;--dim:CanvasText;--paper:Canvas;
--line:CanvasText}}`;

/** Light letters stand on a dark page. Marks `root` so, and says which it is. */
export function isDark(root) {
  const [red, green, blue] = getComputedStyle(root).color.match(/[\d.]+/g).map(Number);
  const dark = red + green + blue > 384;
  root.classList.toggle("tf-dark", dark);
  return dark;
}

/** Calls `changed` when the page may have got another theme, until `signal` aborts. */
export function onTheme(changed, signal) {
  for (const asked of ["(prefers-color-scheme: dark)", "(forced-colors: active)"])
    matchMedia(asked).addEventListener("change", changed, { signal });
  const watch = new MutationObserver(changed);
  watch.observe(document.body, { attributeFilter: ["class", "data-jp-theme-name"] });
  signal.addEventListener("abort", () => watch.disconnect());
}
