import { makeProblem } from '../problems/make-problem.ts'
import type { Rule } from './rule.ts'

/** Every price list is used. */
export const priceListUnused: Rule = {
  id: 'price-list-unused',
  topic: 'prices',
  doc: 'Every price list is used by a product, a variant or another price list.',
  severity: 'warning',
  why: 'A price list is not a record of the store; only the grids of products and variants are (platform.md, "PricingAdvanced"). A changed price in an unused list has no effect.',
  fix: 'Use it (`pricing: <name>`), or remove it.',
  ignorable: true,
  needsWhole: true,
  check: ({ priceLists = [] }) =>
    priceLists
      .filter(({ used }) => !used)
      .map(({ name, source }) =>
        makeProblem({
          rule: 'price-list-unused',
          severity: 'warning',
          at: source,
          message: `the price list "${name}" is not used`,
          fix: `Write pricing: ${name} where it applies, or remove it.`,
        }),
      ),
}
