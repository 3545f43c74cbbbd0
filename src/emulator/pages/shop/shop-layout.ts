import { lastQuantity } from '../../../pricing/grid-row.ts'
import { isOn } from '../../../resources/scalar.ts'
import type { Fields } from '../../../resources/resource.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import { topLevel, pathsTo } from './category-graph.ts'
import { type Shop, shopName } from './shop.ts'
import { addressOfRecord, withView } from './view-as.ts'

/** The parts of a page of the shop. */
interface ShopPage {
  readonly title: string
  /** The code of the category that the page belongs to, or `null`. */
  readonly category: string | null
  readonly content: Html
}

/** The parameters of the viewer, and the page number, which is reset when the viewer changes. */
const ownParameters: ReadonlySet<string> = new Set(['group', 'quantity', 'currency', 'page'])

function keptInputs({ request }: Shop): readonly Html[] {
  return [...request.query]
    .filter(([name]) => !ownParameters.has(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
}

function choice(value: string, label: string, chosen: boolean): Html {
  return html`<option value="${value}" ${chosen && 'selected'}>${label}</option>`
}

function viewBar(shop: Shop): Html {
  const { view, groups, currencies } = shop
  const known = view.group === '' || groups.some(({ code }) => code === view.group)
  return html`<form class="view-bar" method="get" data-swap role="search" aria-label="View the shop as">
    ${keptInputs(shop)}
    <span class="view-title" aria-hidden="true">View as</span>
    <label
      >Customer
      <select name="group" id="view-group">
        ${choice('', 'Visitor', view.group === '')}
        ${groups.map((group) => choice(group['code'] ?? '', group['title'] || (group['code'] ?? ''), group['code'] === view.group))}
        ${!known && choice(view.group, `${view.group} (no such group)`, true)}
      </select></label
    >
    <label
      >Pieces
      <input type="number" name="quantity" id="view-quantity" min="1" max="${lastQuantity}" value="${view.quantity}" inputmode="numeric"
    /></label>
    <label
      >Currency
      <select name="currency" id="view-currency">
        ${currencies.map((code, at) => choice(at === 0 ? '' : code, code === '' ? 'Store currency' : code, at === 0 ? view.currency === '' : view.currency === code))}
      </select></label
    >
    <button type="submit">Show</button>
  </form>`
}

interface Branch {
  readonly shop: Shop
  readonly open: ReadonlySet<string>
  readonly current: string | null
  /** The codes of the ancestors, to stop at cycles. */
  readonly above: readonly string[]
}

/** Levels of the category tree beside a page. */
const deepestShown = 100

function treeItem(branch: Branch, category: Fields): Html {
  const { shop, open, current, above } = branch
  const code = category['code'] ?? ''
  const children = open.has(code) && !above.includes(code) ? shop.categories.below(code) : []
  const below = above.length < deepestShown ? children : []
  return html`<li>
    <a href="${addressOfRecord({ resource: 'Cat', fields: category }, shop.view)}" ${code === current && html`aria-current="page"`}
      >${category['name'] || code}</a
    >
    ${isOn(category['hide']) && html`<span class="badge hidden">Hidden</span>`}
    ${children.length > below.length && html`<p class="quiet">More levels are not shown here.</p>`}
    ${
      below.length > 0 &&
      html`<ul>
        ${below.map((each) => treeItem({ ...branch, above: [...above, code] }, each))}
      </ul>`
    }
  </li>`
}

function categoryTree(shop: Shop, current: string | null): Html {
  const open = new Set(current === null ? [] : pathsTo(shop.categories, current).flat())
  const branch = { shop, open, current, above: [] }
  const { unreachable } = shop.categories
  return html`<nav class="tree" id="categories" aria-label="Categories" tabindex="-1">
    <h2>Categories</h2>
    <ul>
      ${shop.categories.below(topLevel).map((category) => treeItem(branch, category))}
    </ul>
    ${
      unreachable.length > 0 &&
      html`<h3>Not in the tree</h3>
        <ul>
          ${unreachable.slice(0, 50).map((category) => treeItem(branch, category))}
        </ul>`
    }
    <p><a href="${withView('/_shop/products', shop.view)}">All products</a></p>
  </nav>`
}

/** A page of the shop with its content. */
export function shopPage(shop: Shop, { title, category, content }: ShopPage): Html {
  const name = shopName(shop)
  const hidden: Part = Object.entries({ group: shop.view.group, currency: shop.view.currency }).map(
    ([name, value]) => value !== '' && html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} | ${name}</title>
        <link rel="icon" href="/_shop/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/_shop/shop.css" />
        <script src="/_shop/page.js" defer></script>
      </head>
      <body class="shop">
        <a class="skip" href="#content">Skip to content</a>
        <p class="sr" role="status" id="status"></p>
        <div id="swapped">
          <header class="top">
            <a class="brand" href="${withView('/', shop.view)}">${name}</a>
            <a class="jump" href="#categories">Categories</a>
            <form class="search" method="get" action="/_shop/products" role="search">
              ${hidden}
              <label class="sr" for="search">Search</label>
              <input type="search" id="search" name="q" placeholder="Search products" value="${shop.request.query.get('q')}" />
              <button type="submit" class="quiet">Search</button>
            </form>
            <a class="to-inspector" href="/_emulator/">Inspector</a>
          </header>
          ${viewBar(shop)}
          <div class="columns">
            <main id="content" tabindex="-1">${content}</main>
            ${categoryTree(shop, category)}
          </div>
        </div>
        <footer>
          <p>This shop runs on this machine only. It shows what customers would see. What they would not see is marked.</p>
        </footer>
      </body>
    </html>`
}
