import type { Currencies } from '../../../pricing/price-query.ts'
import type { Fields } from '../../../resources/resource.ts'
import type { RequestPath } from '../../http/request-path.ts'
import type { PageSources } from '../page-sources.ts'
import { readTrees } from '../../rows/read/read-trees.ts'
import { type CategoryGraph, readCategoryGraph } from './category-graph.ts'
import { readViewAs, type ViewAs } from './view-as.ts'

/** What every page of the shop needs for one request. */
export interface Shop {
  readonly sources: PageSources
  readonly request: RequestPath
  readonly view: ViewAs
  readonly categories: CategoryGraph
  /** Every customer group. */
  readonly groups: readonly Fields[]
  /** The currencies to choose from; the first is the store's own, empty if it is unknown. */
  readonly currencies: readonly string[]
}

/** Opens the shop for one request. */
export function openShop(sources: PageSources, request: RequestPath): Shop {
  const { context, currencies } = sources
  return {
    sources,
    request,
    view: readViewAs(request.query),
    categories: readCategoryGraph(context),
    groups: readTrees(context, 'UserGroups', { where: '1', parameters: [], limit: 500, offset: 0 }).map(({ fields }) => fields),
    currencies: currencyCodes(sources, currencies),
  }
}

function currencyCodes({ context }: PageSources, currencies: Currencies): string[] {
  const forced = context.statements.rows(`SELECT DISTINCT currency_code FROM PricingAdvanced WHERE currency_code > '' LIMIT 50`)
  const others = [...Object.keys(currencies.rates), ...forced.map(([code]) => String(code))]
  const own = currencies.default ?? ''
  return [own, ...[...new Set(others)].filter((code) => code !== own).toSorted()]
}

/** The name of the shop: its site name, since the platform has no other. */
export function shopName({ sources: { site } }: Pick<Shop, 'sources'>): string {
  return `${site.slice(0, 1).toUpperCase()}${site.slice(1)}`
}

/** The displayed title of a customer group. */
export function groupTitle({ groups }: Pick<Shop, 'groups'>, code: string): string {
  if (code === '') return 'Visitor'
  return groups.find((group) => group['code'] === code)?.['title'] || code
}
