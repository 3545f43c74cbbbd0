import type { Problem } from '../problems/problem.ts'
import { type ProblemPage, readingPages } from '../problems/problem-pages.ts'
import { attributeLabelsRepeat } from './attribute-labels-repeat.ts'
import { categoryCycles } from './category-cycles.ts'
import { categoryNamesRepeat } from './category-names-repeat.ts'
import { codeLengths } from './code-lengths.ts'
import { currencyForm } from './currency-form.ts'
import { datesInOrder } from './dates-in-order.ts'
import { dealerDearer } from './dealer-dearer.ts'
import { discountForm } from './discount-form.ts'
import { emptyCategory } from './empty-category.ts'
import { emptyMap } from './empty-map.ts'
import { expectHolds } from './expect-holds.ts'
import { forcedPriceCell } from './forced-price-cell.ts'
import { gridBudget } from './grid-budget.ts'
import { gridCoverage } from './grid-coverage.ts'
import { gridOverlap } from './grid-overlap.ts'
import { groupCycles } from './group-cycles.ts'
import { gtinForm } from './gtin-form.ts'
import { htmlBroken } from './html-broken.ts'
import { identifiersUnique } from './identifiers-unique.ts'
import { illegalCharacters } from './illegal-characters.ts'
import { invisibleCharacters } from './invisible-characters.ts'
import { keysDifferOnlyByCase } from './keys-differ-only-by-case.ts'
import { markupInNames } from './markup-in-names.ts'
import { movedAddress } from './moved-address.ts'
import { movedCycle } from './moved-cycle.ts'
import { movedFromDeclared } from './moved-from-declared.ts'
import { movedToUnknown } from './moved-to-unknown.ts'
import { movedTwice } from './moved-twice.ts'
import { optionCombinations } from './option-combinations.ts'
import { optionLabels } from './option-labels.ts'
import { optionValuesUnused } from './option-values-unused.ts'
import { pictureCase } from './picture-case.ts'
import { pictureForm } from './picture-form.ts'
import { pictureUnused } from './picture-unused.ts'
import { picturesArePictures } from './pictures-are-pictures.ts'
import { picturesExist } from './pictures-exist.ts'
import { priceListUnused } from './price-list-unused.ts'
import { priceMissing } from './price-missing.ts'
import { priceOutOfLine } from './price-out-of-line.ts'
import { priceRisesWithQuantity } from './price-rises-with-quantity.ts'
import { priceSlip } from './price-slip.ts'
import { priceZero } from './price-zero.ts'
import { productWithoutCategory } from './product-without-category.ts'
import { promotionLength } from './promotion-length.ts'
import { promotionNotTimed } from './promotion-not-timed.ts'
import { promotionOver } from './promotion-over.ts'
import { promotionWithoutDates } from './promotion-without-dates.ts'
import { referencesExist } from './references-exist.ts'
import { renditionSmall } from './rendition-small.ts'
import { renditionSource } from './rendition-source.ts'
import { slugForm } from './slug-form.ts'
import { slugsUnique } from './slugs-unique.ts'
import { titleMissing } from './title-missing.ts'
import { uniqueCodes } from './unique-codes.ts'
import { variantCodeIsSku } from './variant-code-is-sku.ts'
import { webhookForm } from './webhook-form.ts'
import type { Rule, RuleContext } from './rule.ts'

/** Every rule, in the order in which problems at one place are reported. */
export const rules: readonly Rule[] = [
  uniqueCodes,
  keysDifferOnlyByCase,
  variantCodeIsSku,
  movedAddress,
  movedFromDeclared,
  movedToUnknown,
  movedTwice,
  movedCycle,
  codeLengths,
  illegalCharacters,
  invisibleCharacters,
  referencesExist,
  categoryCycles,
  groupCycles,
  emptyCategory,
  productWithoutCategory,
  categoryNamesRepeat,
  slugsUnique,
  slugForm,
  titleMissing,
  markupInNames,
  gtinForm,
  identifiersUnique,
  htmlBroken,
  attributeLabelsRepeat,
  emptyMap,
  optionCombinations,
  optionValuesUnused,
  optionLabels,
  priceMissing,
  priceZero,
  gridCoverage,
  gridOverlap,
  forcedPriceCell,
  currencyForm,
  priceRisesWithQuantity,
  dealerDearer,
  priceOutOfLine,
  priceSlip,
  gridBudget,
  priceListUnused,
  discountForm,
  datesInOrder,
  promotionWithoutDates,
  promotionNotTimed,
  promotionOver,
  promotionLength,
  picturesExist,
  picturesArePictures,
  renditionSource,
  renditionSmall,
  pictureForm,
  pictureCase,
  pictureUnused,
  webhookForm,
  expectHolds,
]

/** The page of every problem: of the rules, then of the reading of documents. */
export const rulePages: readonly ProblemPage[] = [...rules, ...readingPages]

/** The problems of the rules that check each record by itself. Those of several calls are to be folded (`foldProblems`). */
export function checkEachRecord(context: RuleContext): Problem[] {
  return problemsOf(each, context)
}

/** The problems of the rules about a catalogue as a whole. */
export function checkTogether(context: RuleContext): Problem[] {
  return problemsOf(together, context)
}

function problemsOf(some: readonly Rule[], context: RuleContext): Problem[] {
  const problems: Problem[] = []
  for (const rule of some) for (const problem of rule.check(context)) problems.push(problem)
  return problems
}

/** The problems in the order of their rules. */
export function inRuleOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0))
}

const each = rules.filter(({ eachRecord }) => eachRecord === true)
const together = rules.filter(({ eachRecord }) => eachRecord !== true)
const order = new Map(rules.map(({ id }, index) => [id, index]))
