import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { gridSheets } from '../../../../src/pricing/grid-sheets.ts'
import { categoryTreeSvg } from '../../../../src/report/html/chart/category-tree-svg.ts'
import { planCharts } from '../../../../src/report/html/chart/chart-names.ts'
import { heatOf } from '../../../../src/report/html/chart/heat-cell.ts'
import { heatGridSvg } from '../../../../src/report/html/chart/heat-grid-svg.ts'
import { heatSheets } from '../../../../src/report/html/chart/heat-sheet.ts'
import { histogramSvg, moveBins } from '../../../../src/report/html/chart/histogram-svg.ts'
import { shortened } from '../../../../src/report/html/chart/svg.ts'
import { planChart } from '../../../../src/report/html/plan-chart.ts'
import { sanitizeLine } from '../../../../src/report/sanitize.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { hostile, hostilePlan, pageChanges } from '../../../support/report-page.ts'
import { oakGrid, planOf } from '../../../support/sample-plan.ts'

/** The texts and element names of a document; throws where it is not well-formed XML. */
function parsed(markup: string): { readonly texts: readonly string[]; readonly names: ReadonlySet<string> } {
  const texts: string[] = []
  const names = new Set<string>()
  const parser = new SaxesParser()
  parser.on('text', (text) => {
    if (text.trim() !== '') texts.push(text)
  })
  parser.on('opentag', ({ name }) => void names.add(name))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(markup).close()
  return { texts, names }
}

test('one price among ten thousand that is a hundred times too high has a bar of its own', () => {
  const ratios = [...Array.from({ length: 10_000 }, () => 0.97), 100]

  const bins = moveBins(ratios).filter(({ count }) => count > 0)
  const { texts } = parsed(histogramSvg(ratios))

  expect(bins.map(({ name, count, isFar }) => [name, count, isFar])).toEqual([
    ['\u22125 % to \u22122 %', 10_000, false],
    ['above +900 %', 1, true],
  ])
  expect(texts.slice(0, 2)).toEqual(['Price moves', 'Price moves: 10,001'])
  expect(texts.slice(-2)).toEqual(['above +900 %', '1'])
})

test('each move is in exactly one range, also at the ends of the ranges', () => {
  const ratios = [0, 0.1, 0.5, 0.95, 0.999999, 1, 1.000001, 1.02, 1.3, 2, 10, 1e9]

  const bins = moveBins(ratios)

  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(ratios.length - 1)
  expect(bins.filter(({ isRise }) => !isRise).reduce((sum, { count }) => sum + count, 0)).toBe(5)
})

test('moves of exactly 5, 10, 20, 30 and 50 % are in the same ranges up and down, and have the same colours', () => {
  const shares = [5, 10, 20, 30, 50]

  const names = [1, -1].map((way) =>
    shares.map((percent) =>
      moveBins([(100 + way * percent) / 100]).flatMap(({ name, count, isFar }) => (count > 0 ? [`${name}${isFar ? '!' : ''}`] : [])),
    ),
  )
  const colours = [1, -1].map((way) =>
    shares.map((percent) => heatOf({ before: '1', after: '2', remark: '', ratio: (100 + way * percent) / 100 })),
  )

  expect(names).toEqual([
    [['+2 % to +5 %'], ['+5 % to +10 %'], ['+10 % to +20 %'], ['+20 % to +30 %'], ['+30 % to +50 %!']],
    [
      ['\u22125 % to \u22122 %'],
      ['\u221210 % to \u22125 %'],
      ['\u221220 % to \u221210 %'],
      ['\u221230 % to \u221220 %'],
      ['\u221250 % to \u221230 %!'],
    ],
  ])
  expect(colours).toEqual([
    ['up-2', 'up-2', 'up-3', 'up-3', 'up-4'],
    ['down-2', 'down-2', 'down-3', 'down-3', 'down-4'],
  ])
})

test('the colour of a cell follows the size of its move, the same up and down', () => {
  const ratios = [0.4, 0.7, 0.9, 0.97, 1, 1.03, 1.1, 1.3, 1.6]

  const found = ratios.map((ratio) => heatOf({ before: '1', after: '2', remark: '', ratio }))

  expect(found).toEqual(['down-4', 'down-3', 'down-2', 'down-1', 'same', 'up-1', 'up-2', 'up-3', 'up-4'])
  expect([heatOf(''), heatOf('5'), heatOf({ before: '1', after: '', remark: '', ratio: null })]).toEqual(['none', 'same', 'removed'])
})

test('a grid shows prices before, after, and both with the move', () => {
  const [all, euro] = heatSheets(gridSheets(oakGrid))

  const [old, change, now] = (['old', 'change', 'new'] as const).map((side) => (all ? parsed(heatGridSvg(all, side)).texts.slice(-3) : []))
  const forced = euro ? parsed(heatGridSvg(euro)).texts : []

  expect(old).toEqual(['449.00', '429.00', '\u00B7'])
  expect(change).toEqual(['429.00', '399.00', 'new'])
  expect(now).toEqual(['149.00', '429.00', '399.00'])
  expect(forced[0]).toBe('Prices, EUR: change')
})

test('the pictures of a plan name its prices and categories', () => {
  const view = planView(planOf(pageChanges))

  const [histogram, prices, categories] = planCharts.map((chart) => parsed(planChart(view, chart)).texts)

  expect(histogram?.at(-1)).toBe('1')
  expect(prices).toContain('9.90 \u2192 990.00')
  expect(prices?.indexOf('MUG')).toBeLessThan(prices?.indexOf('OAK-TABLE') ?? -1)
  expect(categories).toContain('\u21C4 Dining tables (tables)')
})

test('the pictures of an empty plan say so', () => {
  const view = planView(planOf([]))

  const texts = planCharts.map((chart) => parsed(planChart(view, chart)).texts.at(-1))

  expect(texts).toEqual(['No price moves.', 'No price grid changes.', 'none in this plan'])
})

test('hostile names are texts of a picture, never elements', () => {
  const view = planView(hostilePlan)
  const text = sanitizeLine(hostile)
  const tree = [{ depth: 0, code: text, name: text, mark: '+', note: text } as const]

  const found = [...planCharts.map((chart) => planChart(view, chart)), categoryTreeSvg({ before: tree, after: tree })].map(parsed)

  const names = new Set(found.flatMap((each) => [...each.names]))
  expect([...names].toSorted()).toEqual(['g', 'path', 'rect', 'svg', 'text', 'title'].filter((name) => names.has(name)))
  expect(found.map(({ texts }) => texts.some((text) => text.includes('<scri')))).toEqual([false, true, true, true])
})

test('a name that is cut keeps its beginning and its end', () => {
  expect([shortened('TEE-CLASSIC-extra-large-red', 12), shortened('short', 12), shortened('\u{1F600}'.repeat(9), 4)]).toEqual([
    'TEE-CL\u2026e-red',
    'short',
    '\u{1F600}\u{1F600}\u2026\u{1F600}',
  ])
})
