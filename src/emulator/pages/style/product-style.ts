/** The style of a product page; follows `shopStyle`. */
export const productStyle = `
.product { display: grid; grid-template-columns: minmax(0, 1.05fr) minmax(0, 1fr); gap: 2.75rem; align-items: start; }
.large img, .large .no-picture { width: 100%; border-radius: 1rem; aspect-ratio: 1; object-fit: cover; background: var(--sunken); }
.thumbs { display: flex; flex-wrap: wrap; gap: .6rem; margin-block-start: .8rem; }
.thumbs a { display: block; width: 4.2rem; border-radius: .55rem; overflow: hidden; border: 2px solid transparent; }
.thumbs a[aria-current] { border-color: var(--accent); }
.thumbs img, .thumbs .no-picture { width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: .35rem; font-size: 1rem; padding: .2rem; }
.thumbs small { display: none; }
.buy .badges { display: flex; flex-wrap: wrap; gap: .35rem; }
.buy .badges:empty { display: none; }
.brand-name { color: var(--quiet); font-size: .92rem; margin-block-start: .25rem; }
.which { font-weight: 600; margin-block-start: .9rem; }
.price-panel { margin-block: 1.4rem; padding-block: 1.1rem; border-block: 1px solid var(--line); }
.price-panel .price span { font: 600 2rem/1.1 var(--display); letter-spacing: -.01em; }
.price-panel .price small { display: block; margin-block-start: .35rem; font-size: .92rem; }
.price-panel .why { margin-block-start: .3rem; font-size: .92rem; color: var(--quiet); }
.price-panel .why::first-letter { text-transform: uppercase; }
.price-panel .none { color: var(--warn); }
.reason { margin-block-start: .6rem; font-size: .92rem; }
.reason summary { cursor: pointer; color: var(--accent); padding-block: .25rem; }
.reason ol { counter-reset: step; margin-block-start: .4rem; }
.reason li { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding-block: .35rem; border-block-start: 1px solid var(--line); }
.reason small { grid-column: 1 / -1; }
.step-text::first-letter { text-transform: uppercase; }
.step-amount { font-variant-numeric: tabular-nums; font-weight: 600; }
.promotion { display: inline-block; background: var(--warn-wash); color: var(--warn); border-radius: .4rem; padding: .2rem .6rem; font-weight: 600; font-size: .92rem; margin-block-end: 1rem; }
.promotion.idle { background: var(--sunken); color: var(--quiet); font-weight: 400; }
.promotion::first-letter { text-transform: uppercase; }
.options { display: grid; gap: 1rem; margin-block-end: 1.2rem; }
.option { display: grid; gap: .35rem; border: 0; padding: 0; margin: 0; min-width: 0; }
.option > span, .option legend { font-weight: 600; font-size: .92rem; padding: 0; }
.option select { width: min(22rem, 100%); }
.options button { justify-self: start; }
.pills { display: flex; flex-wrap: wrap; gap: .5rem; margin-block-start: .35rem; }
.pills label { position: relative; }
.pills input { position: absolute; inset: 0; width: 100%; height: 100%; min-height: 0; opacity: 0; cursor: pointer; margin: 0; }
.pills span { display: block; border: 1px solid var(--strong-line); border-radius: .5rem; padding: .42rem .9rem; background: var(--raised); }
.pills input:checked + span { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--wash); font-weight: 600; }
.pills input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; }
.stock { font-size: .95rem; }
.stock::before { content: ''; display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; margin-inline-end: .5rem; background: var(--strong-line); }
.stock.in::before { background: var(--good); }
.stock.out::before { background: var(--bad); }
.facts { margin-block-start: 1.1rem; font-size: .86rem; color: var(--quiet); display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
.facts b { font-weight: 600; color: var(--ink); }
.breaks, .subproducts { width: 100%; margin-block-start: 2.75rem; font-size: .95rem; }
.breaks caption, .subproducts caption { font: 600 1.25rem/1.25 var(--display); }
.breaks th, .breaks td, .subproducts th, .subproducts td { padding: .55rem .8rem; border-block-end: 1px solid var(--line); vertical-align: middle; }
.breaks th, .breaks td, .subproducts td { overflow-wrap: normal; }
.breaks thead th, .subproducts thead th { color: var(--quiet); font-weight: 600; font-size: .86rem; border-block-end-color: var(--strong-line); }
.breaks td, .breaks th:not(:first-child), .subproducts .amount { text-align: end; }
.breaks tbody th { font-weight: 400; white-space: nowrap; }
.breaks tr.mine > *, .breaks th.mine { background: var(--sunken); }
.entry { display: block; white-space: nowrap; }
.entry.won { font-weight: 700; color: var(--accent); text-decoration: underline; text-underline-offset: .25em; text-decoration-thickness: .12em; }
.entry.forced { font-size: .88em; }
.subproducts th { font-weight: 600; }
.subproducts tr.mine > * { background: var(--sunken); }
.subproducts .code { font-weight: 400; margin-inline-start: .4rem; }
.small-picture { width: 4.5rem; }
.small-picture img, .small-picture .no-picture { width: 3rem; border-radius: .35rem; font-size: .9rem; padding: .2rem; }
.small-picture small { display: none; }
.notes { margin-block-start: 2.75rem; padding: 1.1rem 1.4rem; border-radius: .8rem; background: var(--warn-wash); font-size: .95rem; }
.notes h2 { font: 600 .95rem/1.3 var(--text); margin: 0 0 .4rem; color: var(--warn); }
.notes li { margin-block: .25rem; padding-inline-start: 1rem; position: relative; }
.notes li::before { content: '\\2022'; position: absolute; inset-inline-start: 0; color: var(--warn); }
.texts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0 3rem; }
.prose { max-width: 42rem; margin-block-start: 2.5rem; }
.prose > :first-child { margin-block-start: 0; }
.prose p, .prose ul, .prose ol, .prose h3, .prose h4 { margin-block: .75rem; }
.prose ul { list-style: disc; padding-inline-start: 1.3rem; }
.prose ol { list-style: decimal; padding-inline-start: 1.3rem; }
.prose pre { max-width: 100%; overflow-x: auto; }
.prose td, .prose th { padding: .3rem .7rem; border: 1px solid var(--line); }
.attributes div { display: grid; grid-template-columns: minmax(6rem, 1fr) 2fr; gap: 1rem; padding-block: .5rem; border-block-end: 1px solid var(--line); }
.attributes dt { color: var(--quiet); }
@media (max-width: 52rem) {
  .product { grid-template-columns: minmax(0, 1fr); gap: 1.5rem; }
  .breaks th, .breaks td, .subproducts th, .subproducts td { padding-inline: .55rem; }
}
`
