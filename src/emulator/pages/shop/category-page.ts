import { isOn } from '../../../resources/scalar.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import type { Fields } from '../../../resources/resource.ts'
import { html, type Html } from '../../markup/html.ts'
import { pathsTo } from './category-graph.ts'
import { collated } from '../../rows/collation.ts'
import { pagerHtml, pageOf } from '../pager.ts'
import { fileAddress, pictureExists, pictureHtml } from './picture.ts'
import { listPicture, productCards } from './product-card.ts'
import type { Shop } from './shop.ts'
import { addressOfRecord } from './view-as.ts'

/** Products on a page of a list. */
export const cardsOnPage = 24

/** The paths from the home page to a category, each as a row of links. */
export function breadcrumbs(shop: Shop, code: string, withLast: boolean): Html {
  const paths = pathsTo(shop.categories, code)
  const link = (each: string): Html => {
    const category = shop.categories.find(each) ?? { code: each }
    return html`<li><a href="${addressOfRecord({ resource: 'Cat', fields: category }, shop.view)}">${category['name'] || each}</a></li>`
  }
  const shown = paths.map((path) => (withLast ? path : path.slice(0, -1))).filter((path) => path.length > 0)
  return html`${shown.map(
    (path) =>
      html`<nav class="crumbs" aria-label="Breadcrumb">
        <ol>
          ${path.map(link)}
        </ol>
      </nav>`,
  )}`
}

/** The deepest category of a product, used for its breadcrumb; `null` if it has none. */
export function deepestCategory({ categories }: Shop, { children }: RecordTree): string | null {
  const codes = (children.ProdCat ?? []).map(({ fields }) => fields['cat_code'] ?? '').filter((code) => categories.find(code) !== undefined)
  const depth = (code: string): number => Math.max(...pathsTo(categories, code).map((path) => path.length))
  return codes.toSorted((a, b) => depth(b) - depth(a))[0] ?? null
}

/** The picture of a category: its own, else that of its first product. */
function tilePicture({ sources }: Shop, category: Fields): { folder: string; name: string } {
  const name = category['image'] ?? ''
  if (name !== '') return { folder: 'images/items', name }
  const { statements, switches } = sources.context
  const [row] = statements.rows(
    `WITH RECURSIVE below (code) AS (SELECT ? UNION SELECT p.cat_code FROM CatParent AS p JOIN below AS b ON ${collated('p.parent_code', switches)} = b.code)
     SELECT t.thumb, t.image FROM below AS b JOIN ProdCat AS l ON ${collated('l.cat_code', switches)} = b.code
     JOIN Product AS t ON ${collated('t.sku', switches)} = l.sku
     WHERE t.image > '' ORDER BY coalesce(t.inactive, '') = 'true', coalesce(l.sort, '') = '', CAST(l.sort AS INTEGER), t.sku LIMIT 1`,
    [category['code'] ?? ''],
  )
  return listPicture({ fields: { thumb: String(row?.[0] ?? ''), image: String(row?.[1] ?? '') } })
}

/** Categories as tiles with pictures. */
export function categoryTiles(shop: Shop, categories: readonly Fields[]): Html | null {
  if (categories.length === 0) return null
  return html`<ul class="tiles">
    ${categories.map((category) => {
      const name = category['name'] || (category['code'] ?? '')
      return html`<li>
        <a href="${addressOfRecord({ resource: 'Cat', fields: category }, shop.view)}">
          <span class="tile-picture">${pictureHtml(shop.sources, tilePicture(shop, category), { alt: '' })}</span>
          <span class="tile-name">${name}</span></a
        >${isOn(category['hide']) && html`<span class="badge hidden">Hidden</span>`}
      </li>`
    })}
  </ul>`
}

function banner(shop: Shop, category: Fields): Html | null {
  const ref = { folder: 'images/originals', name: category['header_image'] ?? '' }
  if (ref.name === '') return null
  if (!pictureExists(shop.sources, ref)) return html`<p class="missing">Missing file: ${ref.folder}/${ref.name}</p>`
  return html`<img class="banner" src="${fileAddress(`${ref.folder}/${ref.name}`)}" alt="" width="1200" height="300" />`
}

/** The page of a category: breadcrumbs, child categories, and products in the order of ProdCat.sort. */
export function categoryContent(shop: Shop, category: Fields): Html {
  const { statements, switches } = shop.sources.context
  const code = category['code'] ?? ''
  const from = `FROM ProdCat AS l JOIN Product AS t ON ${collated('t.sku', switches)} = l.sku WHERE ${collated('l.cat_code', switches)} = ?`
  const total = Number(statements.cell(`SELECT count(DISTINCT t.sku) ${from}`, [code]))
  const page = pageOf(shop.request.query, total, cardsOnPage)
  const skus = statements.rows(
    `SELECT t.sku ${from} GROUP BY t.sku ORDER BY max(coalesce(l.sort, '')) = '', min(CAST(l.sort AS INTEGER)), t.sku LIMIT ${cardsOnPage} OFFSET ${page.offset}`,
    [code],
  )
  const below = shop.categories.below(code)
  const address = (number: number): string => addressOfRecord({ resource: 'Cat', fields: category }, shop.view, { page: String(number) })
  return html` ${breadcrumbs(shop, code, false)} ${banner(shop, category)}
    <h1>${category['name'] || code} ${isOn(category['hide']) && html`<span class="badge hidden">Hidden from the navigation</span>`}</h1>
    ${category['description'] && html`<p class="lead">${category['description']}</p>`} ${categoryTiles(shop, below)}
    ${total === 0 && below.length === 0 && html`<p class="empty">This category has no products.</p>`}
    ${total > 0 && html`<h2 class="count">${total} ${total === 1 ? 'product' : 'products'}</h2>`}
    ${productCards(
      shop,
      skus.map(([sku]) => String(sku)),
    )}
    ${pagerHtml(page, address)}`
}
