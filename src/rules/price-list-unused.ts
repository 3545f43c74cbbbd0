import { makeProblem } from '../problems/make-problem.ts'
import type { Rule } from './rule.ts'

/** Every price list is used. */
export const priceListUnused: Rule = {
  id: 'price-list-unused',
  doc: 'Every price list is used by a product, a variant or another price list.',
  severity: 'warning',
  why: 'A price list is no record of the store; only grids of products and variants are (platform.md, "PricingAdvanced"). Who changes a price in a list that nobody uses changes nothing.',
  mend: 'Use it (`pricing: <name>`), or take it out.',
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
          message: `nothing uses the price list "${name}"`,
          fix: `Write pricing: ${name} where it should hold, or take it out.`,
        }),
      ),
}
