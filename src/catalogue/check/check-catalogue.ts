import { makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import { checkTogether, inRuleOrder } from '../../rules/check-rules.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { Located } from '../../yaml/source-node.ts'
import { lostOf, withoutFollowUps, withoutLost, withoutOverlayAbsences } from './follow-ups.ts'
import { type RuleInput, ruleContext } from './rule-context.ts'
import { webhookProblems } from './webhooks.ts'

/** A catalogue after its products were read, and the problems so far. */
export interface CatalogueCheckInput extends RuleInput {
  /** Of reading the layers: they are reported with the layers. */
  readonly layerProblems: readonly Problem[]
  /** Of merging, of the definitions and of the expansion. */
  readonly readingProblems: readonly Problem[]
  /** Of the rules about one record. */
  readonly recordProblems: readonly Problem[]
  /** Where grids are used that are correct in part only. */
  readonly partly: readonly SourceSpan[]
  /** Opens every entry of the documents. */
  readonly entries: () => Iterable<Located>
}

/** The problems of a catalogue for one store, without those of its layers: the rules about the whole are checked here. */
export function checkCatalogue(input: CatalogueCheckInput): readonly Problem[] {
  const { config, definitions, env, layerProblems, recordProblems } = input
  const reading = [...input.readingProblems, ...webhookProblems(definitions.lists.webhooks, env, config.stores)]
  const found = inRuleOrder([...recordProblems, ...checkTogether(ruleContext(input))])
  const partly = input.partly.map((at) =>
    makeProblem({ rule: 'price-list-unknown', at, message: 'its price list has problems of its own' }),
  )
  const lost = lostOf(layerProblems, definitions, config)
  const problems = [...layerProblems, ...reading, ...partly]
  const ruleProblems = withoutFollowUps(withoutOverlayAbsences(found, config), { problems, lost, entries: input.entries })
  return [...withoutLost(reading, lost), ...ruleProblems]
}
