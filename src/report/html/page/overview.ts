import { countOf, formatCount } from '../../../source/counts.ts'
import type { KindCounts } from '../../view/root-view.ts'
import type { CauseView, UnitRef } from '../../view/cause-view.ts'
import type { FindingView } from '../../view/finding-view.ts'
import { histogramSvg } from '../chart/histogram-svg.ts'
import type { PageData } from '../data/page-data.ts'
import type { Line } from '../../line.ts'
import { baseNotices } from '../../plan-totals.ts'
import { proposalLines } from '../../proposal-lines.ts'
import { sanitizeLine } from '../../sanitize.ts'
import { selectionLines } from '../../selection-lines.ts'
import { untouchedLines } from '../../untouched-lines.ts'
import { moveSentence } from '../../view/moves-of.ts'
import type { PlanView } from '../../view/plan-view.ts'
import { findingWords } from '../find/finding-words.ts'
import { changeOfUnit } from '../../view/units.ts'
import { movesOfAll } from '../find/price-moves.ts'
import { type Markup, markup } from './markup.ts'

const mostFindings = 25
const mostCauses = 60
const mostPlaces = 5

/** The first tab, which needs no script and is what is printed: what to look at first, causes, counts, and the price moves. */
export function overview(view: PlanView, data: PageData): Markup {
  const ratios = movesOfAll(data.records)
  const histogram =
    ratios.length === 0
      ? null
      : markup`<h2>Price moves</h2><div class="scroll-x" tabindex="0" role="region" aria-label="Histogram of price moves">${{ markup: histogramSvg(ratios) }}</div>`
  return markup`${limits(view)}${findings(view)}${causes(view)}${guards(view)}<h2>Changes by kind</h2>${counts(view.kinds)}${histogram}${untouched(view)}${notices(view)}`
}

/** The worst cases of each guard, whose findings are above. */
function guards({ guards: found }: PlanView): Markup | null {
  if (found.length === 0) return null
  const items = found.map(({ name, sentence, cases }) => {
    const worst = cases.length === 0 ? null : markup`<ul>${cases.map((text) => markup`<li>${text}</li>`)}</ul>`
    return markup`<li class="stop"><span class="tag">${name}</span>${sentence}${worst}</li>`
  })
  return markup`<h2>What the guards found</h2><ol class="findings">${items}</ol>`
}

function findings(view: PlanView): Markup {
  const { findings: found } = view
  if (found.length === 0) return markup`<h2>Look at first</h2><p class="faint">Nothing in this plan is marked as a risk.</p>`
  const rest = found.length - mostFindings
  const more = rest > 0 ? markup`<p><a href="#changes">and ${countOf(rest, 'more finding')}, first in the list of changes</a></p>` : null
  return markup`<h2>Look at first (${formatCount(found.length)})</h2><ol class="findings">${found.slice(0, mostFindings).map((finding) => findingItem(finding, view))}</ol>${more}`
}

function findingItem(finding: FindingView, view: PlanView): Markup {
  const { kind, stops, sentence, place, units } = finding
  const addresses = [...new Set(units.flatMap((unit) => addressOf(view, unit) ?? []))]
  const links = addresses.slice(0, mostPlaces).map((address) => markup` <a href="#${encodeURIComponent(address)}">${address}</a>`)
  const rest = addresses.length - links.length
  const more = rest > 0 ? markup` <a href="#changes?finding=${encodeURIComponent(kind)}">and ${formatCount(rest)} more</a>` : null
  return markup`<li class="${stops ? 'stop' : ''}"><span class="tag">${findingWords[kind]}</span>${sentence}${place === '' || sentence.includes(place) ? null : markup` <span class="place">${place}</span>`}<br>${links}${more}</li>`
}

/** The address of the change that a unit belongs to, or of its record. */
function addressOf({ roots }: PlanView, unit: UnitRef): string | undefined {
  const view = changeOfUnit(roots, unit)
  return view ? sanitizeLine(view.change.address) : roots[unit.root]?.address
}

function causes({ causes: found, alone }: PlanView): Markup | null {
  const all = found.length === 0 ? '#changes' : '#changes?cause='
  const single = alone.length === 0 ? null : markup`<p><a href="${all}">${countOf(alone.length, 'record')} without a shared cause</a></p>`
  if (found.length === 0) return single
  const rest = found.length - mostCauses
  const more = rest > 0 ? markup`<p class="faint">and ${countOf(rest, 'more cause')}, in the filters of the changes</p>` : null
  return markup`<h2>Causes (${formatCount(found.length)})</h2><ul class="causes">${found.slice(0, mostCauses).map(causeItem)}</ul>${more}${single}`
}

function causeItem({ key, title, place, summary, outliers, prices }: CauseView): Markup {
  const outlier =
    prices === null || outliers === 0
      ? null
      : markup`<br><strong class="removed">${countOf(outliers, 'outlier')}: ${moveSentence(prices.farthest)}</strong>`
  const range =
    prices === null
      ? null
      : markup`<br><span class="faint">before ${prices.before.lowest} to ${prices.before.highest}, after ${prices.after.lowest} to ${prices.after.highest}</span>`
  return markup`<li><a href="#changes?cause=${encodeURIComponent(key)}"><strong>${title}</strong></a>${place === '' ? null : markup` <span class="place">${place}</span>`}<br>${summary}${outlier}${range}</li>`
}

function counts(kinds: readonly KindCounts[]): Markup {
  if (kinds.length === 0) return markup`<p class="faint">No changes.</p>`
  const hasCannot = kinds.some(({ cannot }) => cannot > 0)
  const rows = kinds.map(
    (kind) =>
      markup`<tr><td>${kind.name}</td>${cell(kind.create)}${cell(kind.update)}${cell(kind.remove)}${hasCannot ? cell(kind.cannot) : null}</tr>`,
  )
  const head = markup`<tr><th scope="col">kind</th><th scope="col">create</th><th scope="col">update</th><th scope="col">remove</th>${hasCannot ? markup`<th scope="col">cannot</th>` : null}</tr>`
  return markup`<div class="scroll-x" tabindex="0" role="region" aria-label="Changes by kind"><table class="counts"><thead>${head}</thead><tbody>${rows}</tbody></table></div>`
}

function cell(count: number): Markup {
  return markup`<td>${count === 0 ? '\u00B7' : formatCount(count)}</td>`
}

function notices({ base, notices: given, warnings, proposal }: PlanView): Markup | null {
  const found = [...warnings, ...baseNotices({ base }), ...given]
  const { before, yaml, after } = proposalLines(proposal, textSize)
  const list = found.length === 0 ? null : markup`<ul>${found.map((notice) => markup`<li>${notice}</li>`)}</ul>`
  const moves = before.length === 0 ? null : markup`<pre>${[...before, ...yaml, ...after].map(plainText).join('\n')}</pre>`
  return list === null && moves === null ? null : markup`<h2>Notes</h2>${list}${moves}`
}

/** What the plan is limited to, and the run that it undoes. */
function limits({ selection, undoes, unread }: PlanView): Markup | null {
  const lines = [
    ...(undoes === null ? [] : [`Undoes run ${undoes}.`]),
    ...selectionLines(selection, { ...textSize, unread }).map(plainText),
  ]
  return lines.length === 0 ? null : markup`<p class="finding">${lines.map((text) => markup`${text}<br>`)}</p>`
}

/** What is different in the store and stays. */
function untouched({ untouched: found }: PlanView): Markup | null {
  const lines = untouchedLines(found, textSize)
  return lines.length === 0 ? null : markup`<h2>Left as it is</h2><pre>${lines.map(plainText).join('\n')}</pre>`
}

const textSize = { width: 110, verbose: true }

function plainText(line: Line): string {
  return line.map(({ text }) => text).join('')
}
