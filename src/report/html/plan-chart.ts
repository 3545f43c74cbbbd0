import { paidRatios, paidRatiosIn } from '../view/moves-of.ts'
import type { PlanView } from '../view/plan-view.ts'
import type { ChangeView } from '../view/root-view.ts'
import { categoryTreeSvg } from './chart/category-tree-svg.ts'
import type { PlanChart } from './chart/chart-names.ts'
import { heatGrid } from './chart/heat-grid-svg.ts'
import { heatSheets } from './chart/heat-sheet.ts'
import { histogramSvg } from './chart/histogram-svg.ts'
import { faint, svg, svgChart, svgText } from './chart/svg.ts'
import { categoryTrees } from './data/category-trees.ts'
import { farthestOf } from './find/price-moves.ts'
import { countOf } from '../../source/counts.ts'

/** Grids on one picture; a comment of a pull request shows no more at a readable size. */
const mostGrids = 8

/** A picture of a plan as an SVG file, without script, style sheet or foreign content. Ends with a newline. */
export function planChart(view: Pick<PlanView, 'roots'>, chart: PlanChart): string {
  switch (chart) {
    case 'histogram':
      return `${histogramSvg(applicable(view).flatMap((each) => paidRatios(each.view)))}\n`
    case 'prices':
      return `${priceGrids(view)}\n`
    case 'categories':
      return `${categoryTreeSvg(categoryTrees(view) ?? { before: [], after: [] })}\n`
    default:
      return chart satisfies never
  }
}

/** The changes of a plan that can be applied. */
function applicable({ roots }: Pick<PlanView, 'roots'>): readonly { readonly title: string; readonly view: ChangeView }[] {
  return roots.flatMap((root) =>
    [root.own, ...root.below].flatMap((view) => {
      if (view === null || view.change.action === 'cannot') return []
      return [{ title: view.name === '' ? root.key : view.name, view }]
    }),
  )
}

function priceGrids(plan: Pick<PlanView, 'roots'>): string {
  const found = applicable(plan)
    .flatMap(({ title, view }) => view.sheets.map((sheet) => ({ title, sheet, move: farthestOf(paidRatiosIn(view, sheet.currency)) })))
    .toSorted((a, b) => b.move - a.move)
  const grids = found
    .slice(0, mostGrids)
    .flatMap(({ title, sheet }) => heatSheets([sheet]).map((shown) => ({ title, sheet: shown, drawn: heatGrid(shown, 'change') })))
  let y = 0
  const parts = grids.flatMap(({ title, sheet, drawn }) => {
    const head = svgText(
      `${title}${sheet.currency === '' ? '' : ` \u00B7 ${sheet.currency}`}`,
      { x: 8, y: y + 20 },
      { 'font-weight': 600, 'font-size': 13 },
    )
    const body = svg('g', { transform: `translate(0 ${y + 26})` }, ...drawn.parts)
    y += 26 + drawn.height + 10
    return [head, body]
  })
  const more = found.length - grids.length
  const rest = more > 0 ? `and ${countOf(more, 'more price grid')}` : found.length === 0 ? 'No price grid changes.' : ''
  const width = Math.max(260, ...grids.map(({ drawn }) => drawn.width))
  return svgChart('Price grids', { width, height: y + 30 }, [...parts, svgText(rest, { x: 8, y: y + 18 }, faint)])
}
