import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { ProductFacts } from './product-facts.ts'
import type { Rule } from './rule.ts'
import { formatCount } from '../source/counts.ts'

/** The limit where the config sets none: the largest example of platform.md ("PricingAdvanced", rule 5). */
export const usualPriceEntries = 5_400

/** The number of price entries has a limit (platform.md, "PricingAdvanced", rule 5). */
export const gridBudget: Rule = {
  id: 'grid-budget',
  topic: 'prices',
  doc: `All grids together have at most ${usualPriceEntries} price entries, or the number set in \`limits.price_entries\`.`,
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced", rule 5: "Large numbers of entries slow category and search pages. Examples of growth: 100 products with 6 variants each give 600 variants; with 3 tiers 1800 entries; with 3 quantity breaks 5400 entries."',
  fix: 'Give variants that cost the same a simple price, remove breaks and groups that change nothing, or raise `limits.price_entries` in planogram.yaml (`off`: no limit).',
  check: ({ facts: { grids }, priceEntries: most = usualPriceEntries }) =>
    most === null || grids.total <= most ? [] : [overLimit(grids, most)],
}

function overLimit({ total, largest }: ProductFacts['grids'], most: number): Problem {
  const names = largest.map(({ sku, count }) => `${sku} (${formatCount(count)})`)
  return makeProblem({
    rule: 'grid-budget',
    severity: 'warning',
    at: largest[0]?.at ?? { file: '', start: 0, end: 0 },
    message: `the grids have ${formatCount(total)} price entries, more than the limit of ${formatCount(most)}; the largest grids are those of ${names.join(', ')}`,
    fix: 'Remove breaks and groups that change nothing, or raise limits.price_entries in planogram.yaml.',
  })
}
