import { expect } from 'vitest'
import { node, seeded, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'
import { shopPage } from '../shop-page.ts'

function cat(code: string, ...parents: [string, number][]): string {
  return node(
    'Cat',
    { code, name: `The ${code}`, description: `All of ${code}` },
    ...parents.map(([parent_code, sort]) => node('CatParent', { parent_code, sort })),
  )
}

/** What platform.md says that a customer sees, shown by the pages of the shop. */
export const shopProofs: readonly Proof[] = [
  writes(
    'Product.inactive true hides the product: the shop marks it',
    ['Product.inactive | setting inactive true', 'Product.inactive'],
    async (store) => {
      await store.post('Product', node('Product', { sku: 'A', title: 'Cup' }))
      const before = await shopPage(store, '/product/A')

      await store.put('Product/A', node('Product', { inactive: 'true' }))

      expect([before.includes('Hidden'), (await shopPage(store, '/product/A')).includes('Hidden')]).toEqual([false, true])
    },
  ),
  writes('Cat.hide true hides the category from navigation: the shop marks it', ['Cat.hide'], async (store) => {
    await store.post('Cat', node('Cat', { code: 'c', name: 'Cups' }))
    const before = await shopPage(store, '/category/c')

    await store.put('Cat/c', node('Cat', { hide: 'true' }))

    expect([before, await shopPage(store, '/category/c')].map((text) => text.includes('Hidden from the navigation'))).toEqual([false, true])
  }),
  writes(
    'a slug gives the address {base_url}/<slug>; url_override is ignored',
    [
      'Product.slug',
      'Product.url_override',
      'Cat.slug',
      'Cat.url_override',
      'Product.url_override and Cat.url_override are deprecated',
      'Addresses: {base_url}',
    ],
    async (store) => {
      await store.post('Product', node('Product', { sku: 'A', title: 'A fine cup', slug: 'fine-cup', url_override: 'old-cup' }))
      await store.post('Cat', node('Cat', { code: 'c', name: 'All cups', slug: 'cups', url_override: 'old-cups' }))

      const seen = [await shopPage(store, '/fine-cup'), await shopPage(store, '/cups')]
      const old = await Promise.all(
        ['/old-cup', '/old-cups'].map((path) => fetch(`${store.url}${path}`, { headers: { accept: 'text/html' } })),
      )

      expect([seen[0]?.includes('A fine cup'), seen[1]?.includes('All cups')]).toEqual([true, true])
      expect(old.map(({ status }) => status)).toEqual([404, 404])
      await Promise.all(old.map((answer) => answer.text()))
    },
  ),
  writes(
    'the texts and the number of a product stand on its page',
    ['Product.title', 'Product.description', 'Product.comment', 'Product.faqs', 'Product.brand', 'Product.gtin', 'Product.mpn'],
    async (store) => {
      await store.post(
        'Product',
        node('Product', {
          sku: 'A',
          title: 'Cup',
          description: 'For tea',
          comment: '&lt;p&gt;Fired twice&lt;/p&gt;',
          faqs: 'Is it safe? Yes',
          brand: 'North',
          gtin: '4006381333931',
          mpn: 'M-1',
        }),
      )

      const text = await shopPage(store, '/product/A')

      expect(
        ['Cup', 'For tea', 'Fired twice', 'Is it safe? Yes', 'North', '4006381333931', 'M-1'].filter((part) => !text.includes(part)),
      ).toEqual([])
    },
  ),
  writes(
    'attributes stand in a list on the product page, in the order of sort, and filter a search',
    ['Attributes appear in a grid on the product page', 'ProductAttributes.sort', 'ProductAttributes.label', 'ProductAttributes.value'],
    async (store) => {
      await store.post(
        'Product+ProductAttributes',
        node(
          'Product',
          { sku: 'A' },
          node('ProductAttributes', { label: 'Fit', value: 'Slim', sort: 20 }),
          node('ProductAttributes', { label: 'Material', value: 'Cotton', sort: 10 }),
        ),
      )

      const text = await shopPage(store, '/product/A')

      expect(text).toMatch(/Material Cotton .*Fit Slim/)
      expect(await store.list('ProductAttributes+Product/?label=Fit&value=Slim&_fields=sku')).toHaveLength(1)
    },
  ),
  writes(
    'the message of a product that is out of stock is shown',
    ['Inventory.stock_message', 'Inventory.quantity', 'Most stores disable purchasing'],
    async (store) => {
      await store.post('Product+Inventory', node('Product', { sku: 'A' }, node('Inventory', { quantity: 0, stock_message: 'Back in May' })))
      const out = await shopPage(store, '/product/A')

      await store.put('Inventory/A', node('Inventory', { quantity: 7 }))

      expect([out.includes('Back in May'), (await shopPage(store, '/product/A')).includes('7 in stock')]).toEqual([true, true])
    },
  ),
  writes(
    'ProdAccessGroup keeps a product for its groups: the shop marks it for everybody else',
    ['Used when product access restriction is enabled', 'ProdAccessGroup.sku', 'ProdAccessGroup.group_code'],
    async (store) => {
      await store.post('UserGroups', node('UserGroup', { code: 'vip', title: 'VIP' }))
      await store.post('Product+ProdAccessGroup', node('Product', { sku: 'A' }, node('ProdAccessGroup', { group_code: 'vip' })))

      const seen = [await shopPage(store, '/product/A'), await shopPage(store, '/product/A?group=vip')]

      expect(seen.map((text) => text.includes('Only for VIP'))).toEqual([true, false])
    },
  ),
  writes(
    'a category may have several parents; 0 makes it a top-level one; sort orders categories and products',
    [
      'A category may have several parents',
      'CatParent.cat_code',
      'CatParent.parent_code',
      'CatParent.sort',
      'ProdCat.sort',
      'ProdCat.cat_code',
      'ProdCat.sku',
      'Cat.name',
      'Cat.description',
    ],
    async (store) => {
      await store.post(
        'Cat+CatParent',
        cat('home', ['0', 1]),
        cat('sale', ['0', 2]),
        cat('cups', ['home', 2], ['sale', 1]),
        cat('mugs', ['home', 1]),
      )
      await store.post(
        'Product+ProdCat',
        ...['Z', 'A'].map((sku, n) => node('Product', { sku, title: `Cup ${sku}` }, node('ProdCat', { cat_code: 'cups', sort: n }))),
      )

      const seen = await Promise.all(
        ['/category/home', '/category/sale', '/category/cups'].map(async (path) => (await shopPage(store, path)).replace(/^.*All of/s, '')),
      )

      expect(seen[0]).toMatch(/The mugs.*The cups/)
      expect(seen[1]).toMatch(/The cups/)
      expect(seen[2]).toMatch(/Cup Z.*Cup A/)
    },
  ),
  writes(
    'further related resources of a product are embedded in it',
    ['Related resources of a product', 'ExtraImages.image', 'ExtraImages.thumbnail', 'ExtraImages.sku'],
    async ({ post, list }) => {
      const nodes = ['Inventory', 'Merchandising'].map((name) => node(name, {}))
      await post(
        'Product+ExtraImages+Inventory+Merchandising+PricingAdvanced+ProdAccessGroup+ProductAttributes+Options+Variants+ProdCat',
        node(
          'Product',
          { sku: 'A' },
          ...nodes,
          node('ExtraImages', { code: 'x', image: 'a.jpg', thumbnail: 't.jpg' }),
          node('PricingAdvanced', { price: 1 }),
          node('ProdAccessGroup', { group_code: 'g' }),
          node('ProductAttributes', { label: 'l' }),
          node('Options', { code: 'o' }),
          node('Variants', { code: 'v' }),
          node('ProdCat', { cat_code: 'c' }),
        ),
      )

      const [text = ''] = await list(
        'Product+ExtraImages+Inventory+Merchandising+PricingAdvanced+ProdAccessGroup+ProductAttributes+Options+Variants+Cat+ProdCat/',
      )

      const kinds = [
        'ExtraImages',
        'Inventory',
        'Merchandising',
        'PricingAdvanced',
        'ProdAccessGroup',
        'ProductAttributes',
        'Options',
        'Variant',
        'Cat',
        'ProdCat',
      ]
      expect(kinds.filter((name) => !text.includes(`<${name}>`))).toEqual([])
    },
    { seed: { records: [seeded('Cat', { code: 'c' }), seeded('UserGroups', { code: 'g' })] } },
  ),
]
