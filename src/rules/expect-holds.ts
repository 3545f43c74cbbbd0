import type { DesiredRecord } from '../records/desired.ts'
import { checkExpectation, type Expectation, type FailedExpectation } from '../pricing/expectation.ts'
import { meantSentence } from '../documents/meant-sentence.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import type { Problem } from '../problems/problem.ts'
import { codeOf, sellablesOf } from './every-record.ts'
import type { ProductFacts } from './product-facts.ts'
import type { Rule, RuleContext } from './rule.ts'

/** A customer pays what a price test says (platform.md, "PricingAdvanced", "Options" and "Merchandising"; semantics.md 11). */
export const expectHolds: Rule = {
  id: 'expect-holds',
  doc: 'Every price test under `expect` comes out as it says, for its group, quantity, currency, options and time.',
  severity: 'error',
  why: 'A price test is the shop\'s own word on what a customer pays. It is worked out as docs/pricing.md says, from platform.md, "PricingAdvanced", "Options" and "Merchandising".',
  mend: 'Correct the price, or the test, whichever is wrong: the problem says how the price comes about.',
  check: (context) => {
    const { expectations = [] } = context
    if (expectations.length === 0) return []
    const groups = context.desired.roots.UserGroups?.map(({ fields }) => fields['code'] ?? '')
    return expectations.flatMap((expectation) => {
      const strangers = groups ? groupProblems(expectation, groups) : []
      return strangers.length > 0 ? strangers : priceProblems(expectation, context)
    })
  },
}

/** Without this a mistyped group would quietly pay the default price. */
function groupProblems({ sku, query, source }: Expectation, known: readonly string[]): Problem[] {
  return query.groups
    .filter((group) => !known.includes(group))
    .map((group) => ({
      rule: 'expect-holds',
      severity: 'error',
      message: `the price test of ${sku} is for group "${group}", which the catalogue does not have`,
      fix: meantSentence(group, known) ?? 'Add the group under `groups`, or name another one.',
      at: source,
      related: null,
      lacks: 'groups',
    }))
}

function priceProblems(expectation: Expectation, { facts, currencies }: RuleContext): Problem[] {
  const { sku, source } = expectation
  const root = facts.tested.get(sku) ?? null
  const outcome = checkExpectation(expectation, root, currencies ?? { default: null, rates: {} })
  if (outcome.kind === 'holds') return []
  const fix = root === null ? unknownSku(sku, facts) : wordsFor(outcome)
  const related = root === null ? null : placeOf(root, outcome)
  const problem = {
    rule: 'expect-holds',
    severity: 'error',
    message: outcome.message,
    fix: fix === '' ? null : fix,
    at: source,
    related,
  } as const
  return [root === null ? { ...problem, lacks: 'products' } : problem]
}

function unknownSku(sku: string, { codes }: ProductFacts): string {
  const sellables = [...codes.uses()].filter(({ resource }) => resource === 'Product' || resource === 'Variants')
  const near = nearestWord(
    sku,
    sellables.map(({ code }) => code),
  )
  return near === undefined ? 'Name the sku of a product or the code of a variant of this catalogue.' : `Did you mean "${near}"?`
}

function wordsFor({ unknown, reason }: FailedExpectation): string {
  const near = unknown === null ? undefined : nearestWord(unknown.word, unknown.known)
  return near === undefined ? reason : `Did you mean "${near}"? ${reason}`
}

/** The price that the answer starts from; the options, or else the product, where it never came to a price. */
function placeOf(root: DesiredRecord, { priced }: FailedExpectation): Problem['related'] {
  if (priced === null) return { message: 'the product', at: root.spans['options'] ?? root.source }
  const owner = sellablesOf(root).find((sellable) => codeOf(sellable) === priced.sku) ?? root
  const row = priced.answer.steps.find((step) => step.row !== null)?.row ?? null
  const entry = row === null ? undefined : owner.children.PricingAdvanced?.[row]
  return { message: 'the price starts here', at: entry?.source ?? owner.spans['price'] ?? owner.source }
}
