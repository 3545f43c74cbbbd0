import type { Desired } from '../records/desired.ts'
import type { Expectation } from '../pricing/expectation.ts'
import type { Currencies } from '../pricing/price-query.ts'
import type { SourceSpan } from '../source/source.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { PictureFacts } from '../pictures/picture-facts.ts'
import type { Rendition } from '../pictures/rendition.ts'
import type { Problem } from '../problems/problem.ts'
import type { ProductFacts } from './product-facts.ts'
import type { KnownCodes } from './known-codes.ts'
import type { RulePage } from './rule-page.ts'

/** A price list, and whether any product, variant or other list of this store uses it. */
export interface PriceListUse {
  readonly name: string
  readonly used: boolean
  readonly source: SourceSpan
}

/** An entry of `webhooks`. The address may hold a secret, so that no problem repeats it. */
export interface WebhookEntry {
  readonly name: string
  /** With `${ENV}` filled in; `null` where a variable is not set or the address is none. */
  readonly address: string | null
  /** True where a password, a key or a token stands in the address as written, not as `${ENV}`. */
  readonly tells: boolean
  readonly nameAt: SourceSpan
  readonly urlAt: SourceSpan
}

/** What a rule may look at. */
export interface RuleContext {
  /** Every picture that is named stands in `desired.files`, a missing one too. */
  readonly desired: Desired
  /** The codes of all groups and categories; left out: those of `desired`. */
  readonly known?: KnownCodes
  /** What was learnt of all products; of those seen so far where a rule judges each product by itself. */
  readonly facts: ProductFacts
  /** By `WantedFile.from`. */
  readonly pictures: ReadonlyMap<string, PictureFacts>
  /** Skus and variant codes whose grid is given as raw `entries`: its faults are warnings (semantics.md 4). */
  readonly rawGrids: ReadonlySet<string>
  /** The price tests of the catalogue; default none. */
  readonly expectations?: readonly Expectation[]
  /** What price tests in other currencies are worked out with; default no rates. */
  readonly currencies?: Currencies
  /** The present moment on the clock of the shop, `YYYY-MM-DD HH:MM:SS`; left out: nothing is over. */
  readonly now?: string
  /** Default none. */
  readonly priceLists?: readonly PriceListUse[]
  /** What is to be made of pictures; default nothing. */
  readonly renditions?: readonly Rendition[]
  /** Picture files below `images/` that no record names; default none. */
  readonly strayPictures?: readonly string[]
  /** Default none. */
  readonly webhooks?: readonly WebhookEntry[]
  /** What tells attributes apart in the store (assumptions.md W13); default `unknown`. */
  readonly attributes?: Capabilities['attributes']
  /** How many price entries the store should hold at most; `null`: any number; default that of `grid-budget`. */
  readonly priceEntries?: number | null
}

/** One rule of the catalogue: pure, with a stable kebab-case id. */
export interface Rule extends RulePage {
  /**
   * True where each record is judged by itself: the rule is asked of groups and categories, then of some products at a time, and
   * without files. Other rules are asked once, when all products were seen: they look at `facts`, since the products may not be held.
   */
  readonly eachRecord?: true
  check(context: RuleContext): readonly Problem[]
}
