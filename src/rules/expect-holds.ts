import { skuOf } from '../records/named-fields.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { checkExpectation, type Expectation, type FailedExpectation } from '../pricing/expectation.ts'
import { meantSentence } from '../documents/meant-sentence.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { sellablesOf } from './every-record.ts'
import type { ProductFacts } from './product-facts.ts'
import type { Rule, RuleContext } from './rule.ts'
import { openSuggestions } from './suggestions.ts'

/** A customer pays what a price test expects (platform.md, "PricingAdvanced", "Options" and "Merchandising"; semantics.md 11). */
export const expectHolds: Rule = {
  id: 'expect-holds',
  topic: 'prices',
  doc: 'Every price test under `expect` gets the price that it expects, for its group, quantity, currency, options and time.',
  severity: 'error',
  why: 'A price test states what a customer must pay. Prices are calculated as docs/pricing.md describes, following platform.md, "PricingAdvanced", "Options" and "Merchandising".',
  fix: 'Correct the price or the test; the problem shows how the price is calculated.',
  check: (context) => {
    const { expectations = [] } = context
    if (expectations.length === 0) return []
    const groups = context.desired.roots.UserGroups?.map(({ fields }) => fields['code'] ?? '')
    const nearestSku = openSuggestions(() => sellableCodes(context.facts))
    return expectations.flatMap((expectation) => {
      const unknown = groups ? groupProblems(expectation, groups) : []
      return unknown.length > 0 ? unknown : priceProblems(expectation, context, nearestSku)
    })
  },
}

/** A mistyped group would silently get the default price. */
function groupProblems({ sku, query, source }: Expectation, known: readonly string[]): Problem[] {
  return query.groups
    .filter((group) => !known.includes(group))
    .map((group) =>
      makeProblem({
        rule: 'expect-holds',
        message: `the price test of ${sku} names the group "${group}", which is not in the catalogue`,
        fix: meantSentence(group, known) ?? 'Add the group under `groups`, or name another one.',
        at: source,
        lacks: 'groups',
      }),
    )
}

type Nearest = ReturnType<typeof openSuggestions>

function priceProblems(expectation: Expectation, { facts, currencies }: RuleContext, nearestSku: Nearest): Problem[] {
  const { sku, source } = expectation
  const root = facts.tested.get(sku) ?? null
  const outcome = checkExpectation(expectation, root, currencies ?? { default: null, rates: {} })
  if (outcome.kind === 'holds') return []
  const fix = root === null ? unknownSku(nearestSku(sku)) : fixFor(outcome)
  const related = root === null ? null : placeOf(root, outcome)
  const lacking = root === null ? ({ lacks: 'products' } as const) : {}
  return [makeProblem({ rule: 'expect-holds', message: outcome.message, fix: fix === '' ? null : fix, at: source, related, ...lacking })]
}

function sellableCodes({ codes }: ProductFacts): readonly string[] {
  return Array.from(codes.uses()).flatMap(({ resource, code }) => (resource === 'Product' || resource === 'Variants' ? [code] : []))
}

function unknownSku(near: string | undefined): string {
  return near === undefined ? 'Name the sku of a product or the code of a variant of this catalogue.' : `Did you mean "${near}"?`
}

function fixFor({ unknown, reason }: FailedExpectation): string {
  const near = unknown === null ? undefined : nearestWord(unknown.word, unknown.known)
  return near === undefined ? reason : `Did you mean "${near}"? ${reason}`
}

/** The entry or the price that the calculation starts from; without one the options, or else the product. */
function placeOf(root: DesiredRecord, { priced }: FailedExpectation): Problem['related'] {
  if (priced === null) return { message: 'the product', at: root.spans['options'] ?? root.source }
  const owner = sellablesOf(root).find((sellable) => skuOf(sellable) === priced.sku) ?? root
  const row = priced.answer.steps.find((step) => step.row !== null)?.row ?? null
  const entry = row === null ? undefined : owner.children.PricingAdvanced?.[row]
  return { message: 'the calculation starts here', at: entry?.source ?? owner.spans['price'] ?? owner.source }
}
