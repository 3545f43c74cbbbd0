import { strayPictures } from '../../pictures/stray-pictures.ts'
import type { WantedPictures } from '../../pictures/wanted-pictures.ts'
import type { Expectation } from '../../pricing/expectation.ts'
import { shopNow } from '../../pricing/shop-time.ts'
import type { Desired } from '../../records/desired.ts'
import type { ProductFacts } from '../../rules/product-facts.ts'
import type { MovedEntry, PriceListUse, RuleContext } from '../../rules/rule.ts'
import { keySpanOf } from '../../yaml/source-node.ts'
import type { Config, StoreConfig } from '../config/config.ts'
import type { Definitions } from '../layers/definitions.ts'
import { webhookEntries } from './webhooks.ts'

/** A catalogue after its products were read, for one store. */
export interface RuleInput {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly config: Config
  /** The current time; `undefined`: no promotion is over. */
  readonly now: Date | undefined
  readonly definitions: Definitions
  /** Without products: rules read `facts`. */
  readonly desired: Desired
  readonly moved: readonly MovedEntry[]
  readonly pictures: WantedPictures
  /** Names of price lists. */
  readonly usedLists: ReadonlySet<string>
  readonly rawGrids: ReadonlySet<string>
  readonly expectations: readonly Expectation[]
  readonly facts: ProductFacts
  /** The texts of the overlays of other stores: what they name is used there. Read when it is needed. */
  readonly otherOverlays: () => string
}

/** The input of the rules about the catalogue as a whole. */
export function ruleContext(input: RuleInput): RuleContext {
  const { root, env, config, now, definitions, desired, pictures, rawGrids, expectations, facts } = input
  const named = new Set(desired.files.map(({ from }) => from))
  const strays = strayPictures(root, named)
  return {
    desired,
    facts,
    pictures: pictures.facts,
    renditions: pictures.renditions,
    rawGrids,
    expectations,
    currencies: config.currencies,
    priceLists: priceListUses(input),
    strayPictures: strays.length === 0 ? [] : strays.filter((path) => !input.otherOverlays().includes(path.split('/').at(-1) ?? path)),
    webhooks: webhookEntries(definitions.lists.webhooks, env),
    moved: input.moved,
    attributes: attributesOf(config.store),
    ...nowOf(now, config),
    priceEntries: config.limits.priceEntries,
  }
}

function priceListUses({ definitions, usedLists, otherOverlays }: RuleInput): PriceListUse[] {
  return [...(definitions.priceLists?.values() ?? [])].map(({ key, located }) => ({
    name: key,
    used: usedLists.has(key) || otherOverlays().includes(key),
    source: keySpanOf(located),
  }))
}

/** What identifies an attribute: in the embedded store the label. */
export function attributesOf({ emulator, capabilities }: StoreConfig): NonNullable<RuleContext['attributes']> {
  return capabilities.attributes ?? (emulator ? 'label' : 'unknown')
}

/** The current time of the shop, where it is known. */
export function nowOf(now: Date | undefined, { timezone }: Config): Pick<RuleContext, 'now'> {
  return now === undefined ? {} : { now: shopNow(now, timezone) }
}
