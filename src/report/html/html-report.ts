import { countOf, formatCount } from '../../source/counts.ts'
import { estimateText } from '../plan-totals.ts'
import { clientScript } from './client-script.ts'
import { categoryTreeSvg } from './chart/category-tree-svg.ts'
import { categoryTrees } from './data/category-trees.ts'
import { makePageData } from './data/make-page-data.ts'
import type { PageData } from './data/page-data.ts'
import type { PlanView } from '../view/plan-view.ts'
import type { Thumbnails } from './data/thumbnail.ts'
import { contentPolicy } from './page/content-policy.ts'
import { type Markup, markup, scriptJson } from './page/markup.ts'
import { overview } from './page/overview.ts'
import { frameStyle, pageStyle } from './page/page-style.ts'

/**
 * A plan as one HTML file that needs no network: findings and causes first, then all changes with search and filters. The blocks of the
 * text are in order; together they can be longer than the longest string.
 */
export function* htmlReport(view: PlanView, thumbnails: Thumbnails): Generator<string, void> {
  const data = makePageData(view, thumbnails, frameStyle)
  yield headMarkup(view).markup
  yield bodyMarkup(view, data, thumbnails).markup
  yield '\n<script type="application/json" id="data">'
  yield* dataBlocks(data)
  yield `</script>\n<script>${clientScript}</script>\n</body>\n</html>\n`
}

const blockCharacters = 65_536

/** In blocks: the JSON of 100,000 changes in one text would be too much memory. */
function* dataBlocks({ records, thumbnails, ...rest }: PageData): Generator<string, void> {
  yield '{"records":['
  yield* listBlocks(records)
  yield '],"thumbnails":['
  yield* listBlocks(thumbnails)
  yield `],${scriptJson(rest).slice(1)}`
}

function* listBlocks(values: readonly unknown[]): Generator<string, void> {
  let block = ''
  for (const [index, value] of values.entries()) {
    block += `${index === 0 ? '' : ',\n'}${scriptJson(value)}`
    if (block.length < blockCharacters) continue
    yield block
    block = ''
  }
  yield block
}

function headMarkup({ store, shortHash }: PlanView): Markup {
  const policy = contentPolicy({ script: clientScript, styles: [pageStyle, frameStyle] })
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Plan for ${store.name} · ${shortHash}</title>
<style>${{ markup: pageStyle }}</style>
</head>
`
}

function bodyMarkup(view: PlanView, data: PageData, thumbnails: Thumbnails): Markup {
  const trees = categoryTrees(view)
  const categories =
    trees === null
      ? markup`<p class="faint">The plan concerns no categories.</p>`
      : markup`<div class="scroll-x" tabindex="0" role="region" aria-label="Categories before and after">${{ markup: categoryTreeSvg(trees) }}</div>
<p class="faint">Only categories and products of this plan; + created, ~ changed, ⇄ moved, - removed.</p>`
  return markup`<body>
<header><h1>Plan for ${view.store.name}</h1><p class="faint">${view.store.baseUrl} · plan <span class="key">${view.shortHash}</span></p><p>${totals(view)}</p></header>
<nav aria-label="Parts of the report"><a href="#overview" data-tab="overview" aria-current="page">Overview</a><a href="#changes" data-tab="changes">Changes</a><a href="#prices" data-tab="prices">Prices</a><a href="#pictures" data-tab="pictures">Pictures</a><a href="#categories" data-tab="categories">Categories</a><button type="button" id="help-open" aria-label="Keys">?</button></nav>
<noscript><p class="finding">The list of changes, prices and pictures needs JavaScript; the overview does not.</p></noscript>
<main>
<section id="overview-tab">${overview(view, data)}</section>
<section id="changes-tab" hidden>
<div class="tools"><input type="search" id="search" placeholder="Search names, values, files" aria-label="Search"><select id="order" aria-label="Order"><option value="findings">most serious first</option><option value="moves">largest price moves first</option><option value="plan">as in the plan</option><option value="name">by name</option></select><button type="button" id="filter-open" aria-expanded="false">Filter</button><button type="button" id="clear">Clear</button><span id="shown" class="faint" role="status"></span></div>
<button type="button" id="back">Back to the list</button>
<div class="panes"><aside id="facets" aria-label="Filters"></aside><div id="list-pane"><div id="list" role="listbox" tabindex="0" aria-label="Records"></div><p id="nothing" class="faint" hidden>${data.records.length === 0 ? 'The plan has no changes.' : 'Nothing matches. Clear the search or the filters.'}</p></div><article id="detail" aria-label="Record"><p class="faint">Choose a record. Keys: j and k move, / searches, n goes to the next finding, ? lists all.</p></article></div>
</section>
<section id="prices-tab" hidden></section>
<section id="pictures-tab" hidden data-remark="${thumbnails.remark}"></section>
<section id="categories-tab" hidden><h2>Categories</h2>${categories}</section>
<section id="print"></section>
</main>
<dialog id="help" aria-label="Keys"><h2>Keys</h2><dl id="help-keys"></dl><form method="dialog"><button>Close</button></form></dialog>
<footer>${footText(view, thumbnails)}</footer>`
}

function totals({ totals: { create, update, remove, cannot }, estimate }: PlanView): Markup {
  const impossible =
    cannot === 0 ? null : markup`, <a href="#changes?action=cannot"><b class="cannot">${formatCount(cannot)} cannot be applied</b></a>`
  return markup`<b class="create">${formatCount(create)} to create</b>, <b class="update">${formatCount(update)} to update</b>, <b class="remove">${formatCount(remove)} to remove</b>${impossible} <span class="faint">${estimateText(estimate)}</span>`
}

function footText({ shortHash, roots }: PlanView, { remark }: Thumbnails): string {
  return `Made by planogram from plan ${shortHash}: ${countOf(roots.length, 'record')}. This file loads nothing from a network. ${remark}`.trimEnd()
}
