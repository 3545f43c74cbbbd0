import { foldedText } from '../../../source/folded-text.ts'
import { isOn } from '../../../resources/scalar.ts'
import { html, type Html } from '../../markup/html.ts'
import { cardsOnPage, categoryTiles } from './category-page.ts'
import { topLevel } from './category-graph.ts'
import { collated } from '../../rows/collation.ts'
import { pagerHtml, pageOf } from '../pager.ts'
import { productCards } from './product-card.ts'
import { type Shop, shopName } from './shop.ts'
import { withView } from './view-as.ts'

const longestSearch = 200

/** All products, or those whose title, sku, brand or description contains the search text. */
export function productListContent(shop: Shop): Html {
  const { statements } = shop.sources.context
  const search = (shop.request.query.get('q') ?? '').trim().slice(0, longestSearch)
  const found = search === '' ? null : skusWith(shop, search)
  const total = found?.length ?? Number(statements.cell('SELECT count(*) FROM Product'))
  const page = pageOf(shop.request.query, total, cardsOnPage)
  const skus =
    found?.slice(page.offset, page.offset + cardsOnPage) ??
    skusOf(shop, `SELECT t.sku FROM Product AS t ORDER BY t.sku LIMIT ${cardsOnPage} OFFSET ${page.offset}`)
  return html` <h1>${search === '' ? 'All products' : html`Products with “${search}”`}</h1>
    <p class="lead">${total} ${total === 1 ? 'product' : 'products'}</p>
    ${productCards(shop, skus)} ${pagerHtml(page, (number) => withView('/_shop/products', shop.view, { q: search, page: String(number) }))}`
}

/** The products with this text in one of the fields that the search looks at. SQLite knows the case of ASCII letters only. */
function skusWith(shop: Shop, search: string): readonly string[] {
  const wanted = foldedText(search)
  return shop.sources.context.statements
    .rows('SELECT sku, title, brand, description FROM Product ORDER BY sku')
    .flatMap(([sku, ...texts]) => (foldedText([sku, ...texts].map((text) => text ?? '').join(' ')).includes(wanted) ? [String(sku)] : []))
}

function skusOf(shop: Shop, sql: string): string[] {
  return shop.sources.context.statements.rows(sql).map(([sku]) => String(sku))
}

/** The home page: the top-level categories, and the products with a feature label. */
export function homeContent(shop: Shop): Html {
  const featured = skusOf(
    shop,
    `SELECT t.sku FROM Product AS t JOIN Merchandising AS m ON ${collated('m.sku', shop.sources.context.switches)} = t.sku WHERE m.featured > '' AND coalesce(t.inactive, '') != 'true' ORDER BY t.sku LIMIT 12`,
  )
  const total = Number(shop.sources.context.statements.cell('SELECT count(*) FROM Product'))
  const top = shop.categories.below(topLevel)
  if (total === 0 && top.length === 0) {
    return html`<h1>This shop is empty</h1>
      <p class="lead">This store has no products and no categories yet. Apply a catalogue, then reload this page.</p>
      <p><a href="/_emulator/">Go to the inspector</a></p>`
  }
  return html` <h1 class="welcome">Welcome to ${shopName(shop)}</h1>
    ${categoryTiles(
      shop,
      top.filter((category) => !isOn(category['hide'])),
    )}
    ${
      featured.length > 0 &&
      html`<h2>Featured</h2>
        ${productCards(shop, featured)}`
    }
    <p class="more"><a href="${withView('/_shop/products', shop.view)}">All ${total} products</a></p>`
}
