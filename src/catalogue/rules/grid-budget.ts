import { makeProblem } from '../make-problem.ts'
import type { Problem } from '../problem.ts'
import { spanOf } from './every-record.ts'
import type { Rule, RuleContext } from './rule.ts'

/** The budget where the config gives none: the count at which the examples of platform.md end ("PricingAdvanced", rule 5). */
export const usualPriceEntries = 5_400
/** So many products are named. */
const leaders = 3

/** The grids of the store stay within a budget (platform.md, "PricingAdvanced", rule 5). */
export const gridBudget: Rule = {
  id: 'grid-budget',
  doc: `All grids together have at most ${usualPriceEntries} price entries, or as many as \`limits.price_entries\` says.`,
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced", rule 5: "Large numbers of entries slow category and search pages. Examples of growth: 100 products with 6 variants each give 600 variants; with 3 tiers 1800 entries; with 3 quantity breaks 5400 entries."',
  mend: 'Give variants that cost the same a simple price, take out breaks and groups that change nothing, or raise `limits.price_entries` in planogram.yaml (`off`: no budget).',
  check: (context) => {
    const { priceEntries: budget = usualPriceEntries } = context
    const counted = countedProducts(context)
    const total = counted.reduce((sum, { count }) => sum + count, 0)
    return budget === null || total <= budget ? [] : [overBudget(counted, total, budget)]
  },
}

interface Counted {
  readonly sku: string
  readonly count: number
  readonly at: Problem['at']
}

/** Products by their number of entries, variants with them, the largest first. */
function countedProducts({ desired }: RuleContext): Counted[] {
  const counted = (desired.roots.Product ?? []).map((product): Counted => {
    const sellables = [product, ...(product.children.Variants ?? [])]
    const priced = sellables.find(({ children }) => (children.PricingAdvanced ?? []).length > 0) ?? product
    const count = sellables.reduce((sum, { children }) => sum + (children.PricingAdvanced ?? []).length, 0)
    return { sku: product.fields['sku'] ?? '', count, at: spanOf(priced, 'pricing') }
  })
  return counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
}

function overBudget(counted: readonly Counted[], total: number, budget: number): Problem {
  const lead = counted.slice(0, leaders).map(({ sku, count }) => `${sku} ${thousands(count)}`)
  const [first] = counted
  return makeProblem({
    rule: 'grid-budget',
    severity: 'warning',
    at: first?.at ?? { file: '', start: 0, end: 0 },
    message: `the grids have ${thousands(total)} price entries, over the budget of ${thousands(budget)}; in the lead are ${lead.join(', ')}`,
    fix: 'Take out breaks and groups that change nothing, or raise limits.price_entries in planogram.yaml.',
  })
}

function thousands(count: number): string {
  return count.toLocaleString('en')
}
