import type { PageData } from '../data/page-data.ts'
import { startChangesTab } from './changes-tab.ts'
import { byId } from './dom.ts'
import { startKeys } from './keys.ts'
import { drawPicturesTab } from './pictures-tab.ts'
import { drawPricesTab } from './prices-tab.ts'
import { startPrintList } from './print-list.ts'
import { parseRoute, type Tab, tabLink, tabs } from './route.ts'

const data: PageData = JSON.parse(byId('data').textContent ?? '')
const changes = startChangesTab(data)

/** Tabs whose content is made when they are first shown. */
const later = new Map<Tab, () => void>([
  ['prices', () => drawPricesTab(data)],
  ['pictures', () => drawPicturesTab(data)],
])

function follow(): void {
  const route = parseRoute(location.hash)
  for (const tab of tabs) {
    byId(`${tab}-tab`).hidden = tab !== route.tab
    if (tab === route.tab) tabLink(tab).setAttribute('aria-current', 'page')
    else tabLink(tab).removeAttribute('aria-current')
  }
  later.get(route.tab)?.()
  later.delete(route.tab)
  scrollTo(0, 0)
  if (route.tab === 'changes') changes.show(route)
}

document.documentElement.classList.add('js')
byId('filter-open').addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('filtering')
  byId('filter-open').setAttribute('aria-expanded', String(isOpen))
})
addEventListener('hashchange', follow)
startKeys(changes)
startPrintList(() => changes.listed())
follow()
performance.mark('ready')
