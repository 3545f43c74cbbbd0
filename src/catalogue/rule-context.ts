import type { Expectation } from '../pricing/expectation.ts'
import { shopTime } from '../pricing/shop-time.ts'
import type { Definitions } from '../documents/collect-definitions.ts'
import type { Config, StoreConfig } from './config/config.ts'
import type { Expanded } from './expand/expand-catalogue.ts'
import { strayPictures } from '../pictures/stray-pictures.ts'
import type { PriceListUse, RuleContext } from '../rules/rule.ts'
import type { ProductFacts } from '../rules/product-facts.ts'
import { webhookEntries } from './webhook-entries.ts'
import { keySpanOf } from '../yaml/source-node.ts'

/** What a catalogue was read from and made into, for one store. */
export interface RuleInput {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly config: Config
  /** The present moment; left out: no promotion is over. */
  readonly now: Date | undefined
  readonly definitions: Definitions
  readonly expanded: Expanded
  readonly expectations: readonly Expectation[]
  readonly facts: ProductFacts
  /** The texts of the overlays of other stores, one after the other: what they name is in use there. */
  readonly elsewhere: () => string
}

/** What the rules look at. */
export function ruleContext(input: RuleInput): RuleContext {
  const { root, env, config, now, definitions, expanded, expectations, facts } = input
  const { desired, pictures, renditions, rawGrids } = expanded
  const named = new Set(desired.files.map(({ from }) => from))
  const strays = strayPictures(root, named)
  return {
    desired,
    facts,
    pictures,
    renditions,
    rawGrids,
    expectations,
    currencies: config.currencies,
    priceLists: priceListUses(input),
    strayPictures: strays.length === 0 ? [] : strays.filter((path) => !input.elsewhere().includes(path.split('/').at(-1) ?? path)),
    webhooks: webhookEntries(definitions.lists.webhooks, env),
    attributes: attributesOf(config.store),
    ...nowOf(now, config),
    priceEntries: config.limits.priceEntries,
  }
}

function priceListUses({ definitions, expanded, elsewhere }: RuleInput): PriceListUse[] {
  return [...(definitions.priceLists?.values() ?? [])].map(({ key, located }) => ({
    name: key,
    used: expanded.usedLists.has(key) || elsewhere().includes(key),
    source: keySpanOf(located),
  }))
}

/** The embedded store tells attributes apart by their label. */
export function attributesOf({ emulator, capabilities }: StoreConfig): NonNullable<RuleContext['attributes']> {
  return capabilities.attributes ?? (emulator ? 'label' : 'unknown')
}

/** The present moment on the clock of the shop, where there is one. */
export function nowOf(now: Date | undefined, { timezone }: Config): Pick<RuleContext, 'now'> {
  return now === undefined ? {} : { now: shopTime(now, timezone) }
}
