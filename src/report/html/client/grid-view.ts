import { type HeatSide, heatGridSvg } from '../chart/heat-grid-svg.ts'
import type { GridTab } from '../find/grid-tabs.ts'
import { chartNode, choiceButtons, make } from './dom.ts'

const sides: readonly HeatSide[] = ['change', 'old', 'new']

/** A price grid as heat maps, one for each currency in tabs with their farthest move, with the prices before, after, or both. */
export function gridView(tabs: readonly GridTab[], title: string): HTMLElement {
  const map = make('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': `${title}, price grid` })
  const caption = make('p', { class: 'paper' })
  let [shown, side] = [tabs[0], sides[0]]
  const draw = (): void => {
    if (shown === undefined || side === undefined) return
    map.replaceChildren(chartNode(heatGridSvg(shown.sheet, side, title)))
    const others = tabs.filter((tab) => tab !== shown).flatMap((tab) => ['; not shown: ', ...tabLabel(tab)])
    caption.replaceChildren(...tabLabel(shown), ...others)
  }
  const [only] = tabs
  const currencyChoice =
    tabs.length < 2
      ? make('span', { class: 'faint' }, only === undefined ? '' : currencyName(only))
      : choiceButtons({ label: 'Currency', names: tabs.map(tabLabel), first: tabs.findIndex(({ isFirst }) => isFirst) }, (index) => {
          shown = tabs[index]
          draw()
        })
  const sideChoice = choiceButtons({ label: 'Prices', names: ['Change', 'Old', 'New'] }, (index) => {
    side = sides[index]
    draw()
  })
  return make(
    'div',
    { class: 'grid' },
    make('div', { class: 'choices' }, currencyChoice, sideChoice),
    tabs.length < 2 ? null : caption,
    map,
  )
}

function currencyName({ sheet: { currency } }: GridTab): string {
  return currency === '' ? 'All currencies' : `${currency} (forced)`
}

function tabLabel(tab: GridTab): readonly Node[] {
  const { move, isMarked } = tab
  const name = new Text(currencyName(tab))
  if (move === '') return [name]
  return [name, make('span', { class: isMarked ? 'move alert' : 'move' }, ` ${isMarked ? '! ' : ''}${move}`)]
}
