import type { Desired } from '../records/desired.ts'
import type { MovableRoot } from '../records/moved-root.ts'
import type { Expectation } from '../pricing/expectation.ts'
import type { Currencies } from '../pricing/price-query.ts'
import type { ShopNow } from '../pricing/shop-time.ts'
import type { SourceSpan } from '../source/source.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { PictureFacts } from '../pictures/picture-facts.ts'
import type { Rendition } from '../pictures/rendition.ts'
import type { Problem } from '../problems/problem.ts'
import type { ProblemPage } from '../problems/problem-pages.ts'
import type { KnownCodes } from './known-codes.ts'
import type { ProductFacts } from './product-facts.ts'

/** A price list, and whether a product, a variant or another list of this store uses it. */
export interface PriceListUse {
  readonly name: string
  readonly used: boolean
  readonly source: SourceSpan
}

/** An entry of `webhooks`. The address may contain a secret: no problem repeats it. */
export interface WebhookEntry {
  readonly name: string
  readonly written: string
  /** What a plan shows of the address (`publicAddress`). */
  readonly shown: string
  /** With `${ENV}` replaced; `null` where a variable is not set or the result is not an address. */
  readonly address: string | null
  /** True where the address contains a password, a key or a token that is not a `${ENV}` reference. */
  readonly exposesSecret: boolean
  readonly nameAt: SourceSpan
  readonly urlAt: SourceSpan
}

/** The old or the new name of an entry under `moved`. */
export interface MovedEnd {
  readonly written: string
  /** `null` where the address is not that of a product, category or group. */
  readonly resource: MovableRoot | null
  readonly key: string
  readonly at: SourceSpan
}

/** An entry under `moved`. */
export interface MovedEntry {
  readonly from: MovedEnd
  readonly to: MovedEnd
  readonly at: SourceSpan
}

/** The input of a rule. */
export interface RuleContext {
  /** `desired.files` has every picture that is named, also a missing one. */
  readonly desired: Desired
  /** The codes of all groups and categories; default: those of `desired`. */
  readonly known?: KnownCodes
  /** Collected from all products; for rules that check each record, from the products before. */
  readonly facts: ProductFacts
  /** By `WantedFile.from`. */
  readonly pictures: ReadonlyMap<string, PictureFacts>
  /** Skus and variant codes whose grid is given as raw `entries`: its faults are warnings (semantics.md 4). */
  readonly rawGrids: ReadonlySet<string>
  /** True where it is known that no text has a character that XML does not allow; default false. */
  readonly areLegal?: boolean
  /** The price tests of the catalogue; default none. */
  readonly expectations?: readonly Expectation[]
  /** For price tests in other currencies; default no rates. */
  readonly currencies?: Currencies
  /** The current time of the shop; left out: no promotion is over. */
  readonly now?: ShopNow
  /** Default none. */
  readonly priceLists?: readonly PriceListUse[]
  /** Default none. */
  readonly renditions?: readonly Rendition[]
  /** Picture files below `images/` that no record names; default none. */
  readonly strayPictures?: readonly string[]
  /** Default none. */
  readonly webhooks?: readonly WebhookEntry[]
  /** Default none. */
  readonly moved?: readonly MovedEntry[]
  /** What identifies an attribute in the store (assumptions.md W13); default `unknown`. */
  readonly attributes?: Capabilities['attributes']
  /** The maximum number of price entries in the store; `null`: no limit; default that of `grid-budget`. */
  readonly priceEntries?: number | null
}

/** One rule of the catalogue: pure, with a stable kebab-case id. */
export interface Rule extends ProblemPage {
  /**
   * True where the rule checks each record by itself: it is called with all groups and categories, then with some products at a time,
   * and without files. Other rules are called once, after all products: they read `facts`, since the products may not be held.
   */
  readonly eachRecord?: true
  /** True where the rule reports what is absent: it is skipped where part of the catalogue could not be read. */
  readonly needsWhole?: true
  check(context: RuleContext): readonly Problem[]
}
