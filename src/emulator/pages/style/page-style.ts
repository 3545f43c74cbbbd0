/** The base style of every page: colours, fonts, focus, forms. Light and dark mode follow the browser. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfaf7, #15181a);
  --raised: light-dark(#ffffff, #1d2124);
  --sunken: light-dark(#f1eee7, #101315);
  --ink: light-dark(#1d2326, #e9e7e1);
  --quiet: light-dark(#566068, #a3adb3);
  --line: light-dark(#dfdad0, #343a3e);
  --strong-line: light-dark(#8b877d, #7b858b);
  --accent: light-dark(#2a5878, #8fc1e3);
  --on-accent: light-dark(#ffffff, #10202b);
  --wash: light-dark(#e6eef4, #1f2e39);
  --good: light-dark(#2c6542, #86cda1);
  --warn: light-dark(#8a4b08, #f0b36a);
  --warn-wash: light-dark(#fbf0df, #33260f);
  --bad: light-dark(#a02c2c, #f29c9c);
  --mono: ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  --text: system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif;
  --display: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Noto Serif', 'DejaVu Serif', Georgia, serif;
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 400 1rem/1.55 var(--text); overflow-wrap: anywhere; }
h1, h2, h3 { font-weight: 600; line-height: 1.2; margin: 0; text-wrap: balance; }
p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
img { display: block; max-width: 100%; height: auto; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: .06em; }
small { font-size: .82em; color: var(--quiet); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: start; font-weight: 600; }
caption { text-align: start; font-weight: 600; padding-block-end: .6rem; }
button, input, select, textarea { font: inherit; color: inherit; }
input, select, textarea {
  background: var(--raised); border: 1px solid var(--strong-line); border-radius: .4rem; padding: .42rem .65rem; min-height: 2.5rem; max-width: 100%;
}
button {
  background: var(--accent); color: var(--on-accent); border: 1px solid transparent; border-radius: .4rem; padding: .42rem 1rem; min-height: 2.5rem;
  font-weight: 600; cursor: pointer;
}
::placeholder { color: var(--quiet); opacity: 1; }
button.quiet { background: transparent; color: var(--accent); border-color: var(--strong-line); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
main:focus, nav:focus { outline: none; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: .5rem; inset-block-start: -5rem; background: var(--raised); padding: .6rem 1rem; z-index: 10; }
.skip:focus { inset-block-start: .5rem; }
.badge {
  display: inline-block; font: 600 .72rem/1.5 var(--text); letter-spacing: .02em; padding: .1rem .5rem; border-radius: 1rem;
  background: var(--wash); color: var(--accent); vertical-align: middle;
}
.badge.hidden, .badge.bad { background: var(--warn-wash); color: var(--warn); }
.badge.restricted { background: var(--sunken); color: var(--ink); border: 1px solid var(--line); }
.scroll { position: relative; overflow-x: auto; }
.missing { color: var(--warn); }
@media (prefers-reduced-motion: no-preference) { a, button { transition: color .12s, background-color .12s, border-color .12s; } }
`
