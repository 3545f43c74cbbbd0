/** The style of the shop; follows `pageStyle`. */
export const shopStyle = `
.shop #swapped { max-width: 82rem; margin: 0 auto; padding: 0 clamp(1rem, 3vw, 2.5rem); }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem; padding-block: 1.1rem; }
.brand { font: 600 1.55rem/1 var(--display); letter-spacing: -.01em; color: var(--ink); text-decoration: none; margin-inline-end: auto; }
.jump { display: none; }
.search { display: flex; gap: .5rem; }
.search input { width: min(20rem, 46vw); border-radius: 2rem; padding-inline: 1.1rem; }
.search button { border-radius: 2rem; }
.to-inspector { font-size: .9rem; }
.view-bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; padding: .6rem 1.1rem; border: 1px solid var(--line); border-radius: .8rem;
  background: var(--raised); font-size: .92rem;
}
.view-title { font-weight: 600; }
.view-bar label { display: inline-flex; align-items: center; gap: .5rem; color: var(--quiet); min-width: 0; max-width: 100%; }
.view-bar select, .view-bar input { min-height: 2.2rem; padding-block: .2rem; color: var(--ink); }
.view-bar select { min-width: 0; max-width: 16rem; }
.view-bar input { width: 6rem; }
.view-bar button { min-height: 2.2rem; padding-block: .2rem; margin-inline-start: auto; }
.js form[data-swap] > button { display: none; }
.columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 2.75rem; padding-block: 2rem 4rem; align-items: start; }
.columns main { grid-column: 2; grid-row: 1; }
.tree { grid-column: 1; grid-row: 1; position: sticky; inset-block-start: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
.tree h2, .tree h3 { font-size: .95rem; margin-block-end: .5rem; }
.tree h3 { margin-block-start: 1.5rem; color: var(--quiet); }
.tree li { padding-block: .08rem; }
.tree li a { display: inline-block; padding-block: .22rem; color: var(--ink); text-decoration: none; }
.tree li a:hover { text-decoration: underline; }
.tree a[aria-current] { color: var(--accent); font-weight: 650; }
.tree ul ul { margin-inline-start: .35rem; padding-inline-start: .85rem; border-inline-start: 1px solid var(--line); }
.tree p { margin-block-start: 1rem; }
main h1 { font: 600 clamp(1.7rem, 4vw, 2.4rem)/1.12 var(--display); letter-spacing: -.015em; }
main h1 .badge { margin-inline-start: .5rem; }
.welcome { margin-block-end: 1.5rem; }
main h2 { font: 600 1.25rem/1.25 var(--display); margin-block: 2.5rem 1rem; }
main h2.count { font: 400 .95rem/1.4 var(--text); color: var(--quiet); margin-block: 1.75rem .9rem; }
.lead { color: var(--quiet); font-size: 1.08rem; max-width: 44rem; margin-block-start: .5rem; }
.empty { margin-block-start: 2rem; color: var(--quiet); }
.crumbs ol { display: flex; flex-wrap: wrap; font-size: .88rem; color: var(--quiet); }
.crumbs li:not(:last-child)::after { content: '/'; margin-inline: .5rem; color: var(--strong-line); }
.crumbs:last-of-type { margin-block-end: 1rem; }
.crumbs a { color: var(--quiet); text-decoration: none; }
.crumbs a:hover { text-decoration: underline; }
.banner { width: 100%; aspect-ratio: 4.6; object-fit: cover; border-radius: 1rem; margin-block-end: 1.75rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 1.25rem; margin-block-start: 1.75rem; }
.tiles a { display: block; color: var(--ink); text-decoration: none; font-weight: 600; }
.tiles a:hover .tile-name { text-decoration: underline; }
.tile-picture { display: block; border-radius: .9rem; overflow: hidden; aspect-ratio: 4 / 3; margin-block-end: .55rem; }
.tile-picture img, .tile-picture .no-picture { width: 100%; height: 100%; object-fit: cover; border-radius: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(12.5rem, 1fr)); gap: 2.25rem 1.5rem; }
.card { display: grid; grid-template-rows: auto 1fr auto; gap: .15rem; }
.card a { position: relative; display: block; color: var(--ink); text-decoration: none; }
.card-picture { display: block; border-radius: .9rem; overflow: hidden; aspect-ratio: 1; background: var(--sunken); }
.card-picture img, .card-picture .no-picture { width: 100%; height: 100%; object-fit: cover; border-radius: 0; }
.card .badges { position: absolute; inset-block-start: .7rem; inset-inline: .7rem; display: flex; flex-wrap: wrap; gap: .3rem; }
.card .badge { background: var(--raised); box-shadow: 0 0 0 1px var(--line); }
.card-title { display: block; font-weight: 600; margin-block-start: .7rem; line-height: 1.3; }
.card a:hover .card-title { text-decoration: underline; text-underline-offset: .18em; }
.card-text { font-size: .9rem; line-height: 1.4; color: var(--quiet); }
.card .price { margin-block-start: .3rem; }
.dimmed .card-picture img { opacity: .5; }
.price span { font-weight: 650; font-variant-numeric: tabular-nums; }
.price s { color: var(--quiet); margin-inline-start: .35rem; font-size: .92em; }
.price.none { color: var(--warn); }
.no-picture {
  display: grid; place-content: center; justify-items: center; gap: .4rem; aspect-ratio: 1; background: var(--sunken); color: var(--quiet); border-radius: .9rem;
  padding: 1rem; text-align: center; font: 600 2.6rem/1 var(--display);
}
.no-picture small { font: 400 .8rem/1.35 var(--text); }
.pager, .more { display: flex; justify-content: center; gap: 1.5rem; margin-block-start: 3rem; }
.shop footer { border-block-start: 1px solid var(--line); color: var(--quiet); font-size: .88rem; padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 2.5rem; text-align: center; }
@media (max-width: 52rem) {
  .jump { display: inline; font-size: .9rem; }
  .top { gap: .6rem 1.1rem; padding-block: .9rem; }
  .search { order: 5; flex: 1 1 100%; }
  .search input { flex: 1; width: auto; min-width: 0; }
  .view-bar { gap: .4rem .9rem; padding: .6rem .8rem; }
  .view-title { flex: 1 1 100%; }
  .view-bar input { width: 4.5rem; }
  .view-bar select { max-width: 9rem; }
  .columns { grid-template-columns: minmax(0, 1fr); gap: 2.5rem; padding-block: 1.25rem 3rem; }
  .columns main, .tree { grid-column: 1; grid-row: auto; position: static; max-height: none; }
  .tree { border-block-start: 1px solid var(--line); padding-block-start: 1.5rem; }
  .cards { grid-template-columns: repeat(auto-fill, minmax(8.6rem, 1fr)); gap: 1.75rem 1rem; }
  .tiles { grid-template-columns: repeat(auto-fill, minmax(8.6rem, 1fr)); gap: 1rem; }
  .banner { aspect-ratio: 2.6; }
}
`
