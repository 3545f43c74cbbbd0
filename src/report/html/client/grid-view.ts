import type { HeatSheet } from '../chart/heat-cell.ts'
import { type HeatSide, heatGridSvg } from '../chart/heat-grid-svg.ts'
import { chartNode, choiceButtons, make } from './dom.ts'

const sides: readonly HeatSide[] = ['change', 'old', 'new']

/** A price grid as heat maps, one for each currency in tabs, with the prices before, after, or both. */
export function gridView(sheets: readonly HeatSheet[], title: string): HTMLElement {
  const map = make('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': `${title}, price grid` })
  let [sheet, side] = [sheets[0], sides[0]]
  const draw = (): void => {
    if (sheet !== undefined && side !== undefined) map.replaceChildren(chartNode(heatGridSvg(sheet, side, title)))
  }
  const currencies = sheets.map(({ currency }) => (currency === '' ? 'All currencies' : `${currency} (forced)`))
  const currencyChoice =
    sheets.length < 2
      ? make('span', { class: 'faint' }, currencies[0] ?? '')
      : choiceButtons('Currency', currencies, (index) => {
          sheet = sheets[index]
          draw()
        })
  const sideChoice = choiceButtons('Prices', ['Change', 'Old', 'New'], (index) => {
    side = sides[index]
    draw()
  })
  return make('div', { class: 'grid' }, make('div', { class: 'choices' }, currencyChoice, sideChoice), map)
}
