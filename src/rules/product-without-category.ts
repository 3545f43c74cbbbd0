import { makeProblem } from '../problems/make-problem.ts'
import type { Rule } from './rule.ts'

/** Customers who browse find every product (platform.md, "ProdCat"). */
export const productWithoutCategory: Rule = {
  id: 'product-without-category',
  doc: 'A product that is not inactive says its `categories`, where the catalogue has categories and puts most of its products into them.',
  severity: 'warning',
  why: 'platform.md, "ProdCat": "position of the product on the category page". A new product that stands in no category is found by search only. A product that is in none on purpose says `categories: []`.',
  mend: 'Add `categories`, or `categories: []` where it is meant to stand in none.',
  ignorable: true,
  check: ({ desired, facts: { places } }) => {
    const { onSale, homeless } = places
    // A catalogue that leaves the places of most products to the store is not warned.
    if ((desired.roots.Cat ?? []).length === 0 || homeless.length * 2 >= onSale) return []
    return homeless.map(({ sku, at }) =>
      makeProblem({
        rule: 'product-without-category',
        severity: 'warning',
        at,
        message: `product ${sku} stands in no category`,
        fix: 'Add categories, or categories: [] where none is meant.',
      }),
    )
  },
}
