import { makeProblem } from '../problems/make-problem.ts'
import type { Rule } from './rule.ts'

/** Every product is in a category (platform.md, "ProdCat"). */
export const productWithoutCategory: Rule = {
  id: 'product-without-category',
  topic: 'categories',
  doc: 'A product that is not inactive declares its `categories`, where the catalogue has categories and puts most of its products into them.',
  severity: 'warning',
  why: 'platform.md, "ProdCat": "position of the product on the category page". A new product without a category is found by search only. A product that belongs in none declares `categories: []`.',
  fix: 'Add `categories`, or `categories: []` where it belongs in none.',
  ignorable: true,
  check: ({ desired, facts: { places } }) => {
    const { active, undeclared } = places
    // A catalogue that leaves the categories of most products to the store gets no warning.
    if ((desired.roots.Cat ?? []).length === 0 || undeclared.length * 2 >= active) return []
    return undeclared.map(({ sku, at }) =>
      makeProblem({
        rule: 'product-without-category',
        severity: 'warning',
        at,
        message: `product ${sku} has no category`,
        fix: 'Add categories, or categories: [] for none.',
      }),
    )
  },
}
