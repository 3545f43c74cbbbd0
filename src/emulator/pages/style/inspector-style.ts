/** The style of the inspector; follows `pageStyle`. */
export const inspectorStyle = `
.inspector { display: grid; grid-template: auto 1fr / 12.5rem minmax(0, 1fr); min-height: 100vh; font-size: .95rem; }
.inspector .top { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .6rem; padding: .9rem 1.5rem; border-block-end: 1px solid var(--line); background: var(--raised); }
.brand { font: 600 1.25rem/1.2 var(--display); color: var(--ink); text-decoration: none; }
.of, .quiet { color: var(--quiet); }
.aside { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; margin-inline-start: auto; }
.aside .action { margin: 0; }
.aside button { min-height: 2rem; padding-block: .1rem; }
.pages { padding: 1.25rem 1rem; border-inline-end: 1px solid var(--line); }
.pages ul { position: sticky; inset-block-start: 1.25rem; }
.pages a { display: block; padding: .35rem .7rem; border-radius: .4rem; color: var(--ink); text-decoration: none; }
.pages a:hover { background: var(--sunken); }
.pages a[aria-current] { background: var(--wash); color: var(--accent); font-weight: 600; }
.inspector main { padding: 1.5rem clamp(1rem, 3vw, 2.25rem) 4rem; min-width: 0; }
.inspector h1 { font: 600 1.75rem/1.2 var(--display); margin-block-end: .75rem; }
.inspector h2 { font-size: 1.12rem; margin-block: 2rem .75rem; }
.inspector h3 { font-size: 1rem; margin-block: 1.75rem .5rem; }
.lead { color: var(--quiet); max-width: 46rem; margin-block-end: 1.25rem; }
.empty { color: var(--quiet); margin-block: .75rem; }
.message { padding: .6rem 1rem; border-radius: .5rem; background: var(--wash); color: var(--accent); font-weight: 600; margin-block-end: 1.25rem; }
.message.bad { background: var(--warn-wash); color: var(--warn); }
code, pre { font: .87em/1.5 var(--mono); }
pre { margin: .75rem 0; padding: 1rem; background: var(--sunken); border: 1px solid var(--line); border-radius: .6rem; overflow: auto; white-space: pre-wrap; }
pre.answer { max-height: 70vh; }
.url { padding: .6rem 1rem; background: var(--sunken); border: 1px solid var(--line); border-radius: .6rem; margin-block-end: .75rem; }
.inspector .scroll { border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); margin-block: .5rem 1rem; }
.inspector table { width: max-content; min-width: 100%; font-size: .9rem; }
.inspector th, .inspector td { padding: .5rem .8rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; max-width: 26rem; }
.inspector thead th { color: var(--quiet); font-size: .84rem; white-space: nowrap; background: var(--sunken); }
.inspector tr:last-child td { border-block-end: 0; }
.thumb { width: 2.5rem; height: 2.5rem; object-fit: cover; border-radius: .3rem; }
.filter, .action, .try, .buttons { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem 1rem; margin-block-end: 1.25rem; }
td .action { margin: 0; }
td button { min-height: 2rem; padding-block: .1rem; white-space: nowrap; }
.filter label, .action label, .try label { display: grid; gap: .2rem; font-size: .88rem; color: var(--quiet); }
.filter input, .filter select, .action input, .try input, textarea { color: var(--ink); }
.inspector label.check { display: flex; align-items: center; gap: .5rem; min-height: 2.5rem; }
.check input { min-height: 0; width: 1.1rem; height: 1.1rem; accent-color: var(--accent); }
label.wide { flex: 1 1 24rem; }
label.wide input, label.wide textarea { width: 100%; }
.try label { flex: 1 1 12rem; }
.try label input:not([type='checkbox']) { width: 100%; }
.try input, textarea { font: .9rem/1.5 var(--mono); }
.buttons .action { margin: 0; }
dl.facts div, dl.fields div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 1rem; padding: .45rem .8rem; border-block-end: 1px solid var(--line); }
dl.facts, dl.fields { border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); }
dl.facts div:last-child, dl.fields div:last-child { border-block-end: 0; }
.sheet { display: grid; justify-items: start; gap: .3rem; max-width: 40rem; padding: 1rem 1.25rem 1.25rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); }
.sheet > label { font-size: .88rem; color: var(--quiet); margin-block-start: .6rem; }
.sheet > input, .sheet > textarea { width: 100%; }
.sheet > input[type='datetime-local'] { width: auto; }
.sheet > button { margin-block-start: 1rem; }
.sheet fieldset { width: 100%; margin: .8rem 0 0; padding: .4rem .9rem .6rem; border: 1px solid var(--line); border-radius: .4rem; min-width: 0; }
.sheet legend { font-size: .88rem; color: var(--quiet); padding-inline: .3rem; }
.boxes { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); }
.check input { flex: none; }
.inspector .boxes label.check { min-height: 2rem; }
.secret { display: inline-block; margin-block-start: .4rem; padding: .35rem .7rem; border: 1px solid currentcolor; border-radius: .4rem; user-select: all; font-size: 1rem; }
.inspector .cards table { width: 100%; }
.cards td button { min-height: 2.25rem; }
.inspector .cards td { overflow-wrap: break-word; }
.whole { white-space: nowrap; }
.line { display: block; }
.row-actions { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .9rem; }
.addresses { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 0 2rem; }
address { font-style: normal; }
dl dt { color: var(--quiet); }
dl.fields dt { font: .87rem/1.6 var(--mono); }
dl.fields .unset { padding-block: .15rem; font-size: .88em; }
.value { white-space: pre-wrap; }
.counts { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: .75rem; }
.counts a { display: block; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); color: var(--quiet); text-decoration: none; }
.counts a:hover { border-color: var(--accent); }
.counts b { display: block; font-size: 1.4rem; line-height: 1.2; color: var(--ink); font-variant-numeric: tabular-nums; }
details.mail, details.delivery { border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); padding: .6rem 1rem; margin-block-end: .6rem; }
summary { cursor: pointer; }
.time b { font: 600 1.7rem/1.3 var(--mono); }
.change { display: block; }
del { color: var(--bad); }
ins { color: var(--good); text-decoration: none; }
.assumptions li { padding-block: 1rem; border-block-end: 1px solid var(--line); max-width: 54rem; }
.assumptions h2 { margin: 0 0 .4rem; font-size: 1rem; }
.assumptions h2 a { font: .87em/1 var(--mono); margin-inline-end: .4rem; }
blockquote { margin: .4rem 0; padding-inline-start: .9rem; border-inline-start: 3px solid var(--line); color: var(--quiet); font-style: italic; }
.switch { margin-block-start: .4rem; font-size: .9rem; color: var(--quiet); }
.switch b { color: var(--ink); font: .95em/1 var(--mono); }
.switch code { border: 1px solid var(--line); border-radius: .3rem; padding: .05rem .35rem; }
.switch code.on { background: var(--wash); color: var(--accent); border-color: var(--accent); font-weight: 600; }
.lone { max-width: 34rem; margin: 12vh auto; padding: 1.5rem; }
.card { width: min(34rem, 100% - 2rem); border: 1px solid var(--line); border-radius: .8rem; background: var(--raised); }
.card .sheet { border: 0; padding: 0; background: none; }
.card .lead { margin-block: .6rem; }
.lone h1 { font: 600 2.4rem/1.2 var(--display); }
.pager { display: flex; gap: 1.25rem; margin-block: 1rem; }
@media (max-width: 48rem) {
  .inspector { grid-template: auto auto 1fr / minmax(0, 1fr); }
  .inspector .top, .inspector main { padding-inline: 1rem; }
  .pages { border-inline-end: 0; border-block-end: 1px solid var(--line); padding: .5rem; }
  .pages ul { position: static; display: flex; flex-wrap: wrap; gap: .1rem; }
  .pages a { padding: .3rem .55rem; }
  dl.facts div, dl.fields div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .inspector .scroll.cards { border: 0; background: none; overflow: visible; }
  .cards table, .cards tbody, .cards tr { display: block; }
  .cards thead { position: absolute; display: block; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .inspector .cards tr { border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); padding: .4rem .8rem; margin-block-end: .6rem; }
  .inspector .cards td { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 .75rem; border: 0; padding: .25rem 0; max-width: none; }
  .cards td::before { content: attr(data-label); color: var(--quiet); }
  .cards td > * { grid-column: 2; justify-self: start; }
}
`
