import type { DataContext } from '../../data-api/data-context.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html } from '../../markup/html.ts'
import type { RequestPath } from '../../http/request-path.ts'
import type { PageSources } from '../page-sources.ts'
import { collated } from '../../rows/collation.ts'
import { readTrees } from '../../rows/read/read-trees.ts'
import { categoryContent, deepestCategory } from './category-page.ts'
import { homeContent, productListContent } from './product-list.ts'
import { ofProductPage, productContent } from './product-page.ts'
import { openShop, type Shop } from './shop.ts'
import { shopPage } from './shop-layout.ts'

/** A page of the shop and its status. */
interface ShopAnswer {
  readonly status: 200 | 404
  readonly page: Html
}

function first(context: DataContext, spec: string, found: { where: string; value: string }): RecordTree | undefined {
  return readTrees(context, spec, { where: found.where, parameters: [found.value], limit: 1, offset: 0 })[0]
}

function recordAt(shop: Shop): RecordTree | undefined {
  const { context } = shop.sources
  const { segments, query } = shop.request
  const [kind = '', ...rest] = segments
  const key = rest.length === 0 ? (query.get('key') ?? '') : rest.join('/')
  const equals = (column: string): string => `${collated(column, context.switches)} = ?`
  if (kind === 'product' && key !== '') return first(context, ofProductPage, { where: equals('t.sku'), value: key })
  if (kind === 'category' && key !== '') return first(context, 'Cat', { where: equals('t.code'), value: key })
  const slug = segments.join('/')
  if (slug === '') return undefined
  // A visible product takes precedence over a hidden one with the same slug, and a product over a category.
  const where = `t._id = (SELECT p._id FROM Product AS p WHERE ${equals('p.slug')} ORDER BY coalesce(p.inactive, '') = 'true', p.sku LIMIT 1)`
  return first(context, ofProductPage, { where, value: slug }) ?? first(context, 'Cat', { where: equals('t.slug'), value: slug })
}

function notFound(shop: Shop): Html {
  const content = html`<h1>Page not found</h1>
    <p class="lead">No product or category has the address ${`/${shop.request.segments.join('/')}`}.</p>`
  return shopPage(shop, { title: 'Not found', category: null, content })
}

function recordPage(shop: Shop, record: RecordTree): Html {
  const { fields } = record
  if (record.resource === 'Cat') {
    return shopPage(shop, {
      title: fields['name'] || (fields['code'] ?? ''),
      category: fields['code'] ?? '',
      content: categoryContent(shop, fields),
    })
  }
  const category = deepestCategory(shop, record)
  return shopPage(shop, { title: fields['title'] || (fields['sku'] ?? ''), category, content: productContent(shop, record) })
}

/** The page of the shop at an address: home, list, product or category, or a 404 page. */
export function shopAnswer(sources: PageSources, request: RequestPath): ShopAnswer {
  const shop = openShop(sources, request)
  const path = request.segments.join('/')
  if (path === '') return { status: 200, page: shopPage(shop, { title: 'Shop', category: null, content: homeContent(shop) }) }
  if (path === '_shop/products') {
    return { status: 200, page: shopPage(shop, { title: 'Products', category: null, content: productListContent(shop) }) }
  }
  const record = recordAt(shop)
  return record === undefined ? { status: 404, page: notFound(shop) } : { status: 200, page: recordPage(shop, record) }
}
