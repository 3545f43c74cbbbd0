import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { ProductFacts } from './product-facts.ts'
import type { Rule } from './rule.ts'

/** The budget where the config gives none: the count at which the examples of platform.md end ("PricingAdvanced", rule 5). */
export const usualPriceEntries = 5_400

/** The grids of the store stay within a budget (platform.md, "PricingAdvanced", rule 5). */
export const gridBudget: Rule = {
  id: 'grid-budget',
  doc: `All grids together have at most ${usualPriceEntries} price entries, or as many as \`limits.price_entries\` says.`,
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced", rule 5: "Large numbers of entries slow category and search pages. Examples of growth: 100 products with 6 variants each give 600 variants; with 3 tiers 1800 entries; with 3 quantity breaks 5400 entries."',
  mend: 'Give variants that cost the same a simple price, take out breaks and groups that change nothing, or raise `limits.price_entries` in planogram.yaml (`off`: no budget).',
  check: ({ facts: { grids }, priceEntries: budget = usualPriceEntries }) =>
    budget === null || grids.total <= budget ? [] : [overBudget(grids, budget)],
}

function overBudget({ total, largest }: ProductFacts['grids'], budget: number): Problem {
  const lead = largest.map(({ sku, count }) => `${sku} ${thousands(count)}`)
  return makeProblem({
    rule: 'grid-budget',
    severity: 'warning',
    at: largest[0]?.at ?? { file: '', start: 0, end: 0 },
    message: `the grids have ${thousands(total)} price entries, over the budget of ${thousands(budget)}; in the lead are ${lead.join(', ')}`,
    fix: 'Take out breaks and groups that change nothing, or raise limits.price_entries in planogram.yaml.',
  })
}

function thousands(count: number): string {
  return count.toLocaleString('en')
}
