import { sentenceOf } from '../../problems/fold-problems.ts'
import type { Problem } from '../../problems/problem.ts'
import type { Config } from '../config/config.ts'
import type { ReadLayer } from '../layers/read-layer.ts'
import type { Mention } from './collected.ts'
import { startStore, type StoreInput } from './store-reading.ts'

/** The stores of a config, and how to read their overlays. */
export interface OtherStores {
  /** Of the chosen store. */
  readonly input: StoreInput
  readonly overlayOf: (config: Config) => ReadLayer | undefined
  readonly otherOverlaysOf: (config: Config) => StoreInput['otherOverlays']
  /** The problems that are known already. */
  readonly known: readonly Problem[]
}

/** What the other stores add. */
export interface OtherResults {
  readonly layers: readonly ReadLayer[]
  readonly problems: readonly Problem[]
  readonly mentions: readonly Mention[]
}

/** Reads the catalogue for every other store whose result can be different. A problem in the catalogue itself names its store. */
export async function readOtherStores({ input, overlayOf, otherOverlaysOf, known }: OtherStores): Promise<OtherResults> {
  const { config } = input
  const layers: ReadLayer[] = []
  const problems: Problem[] = []
  const mentions: Mention[] = []
  const seen = new Set(known.map(identityOf))
  const checked = new Set([resultOf(config)])
  for (const [storeName, store] of Object.entries(config.stores)) {
    const other: Config = { ...config, storeName, store }
    if (checked.has(resultOf(other))) continue
    checked.add(resultOf(other))
    const over = overlayOf(other)
    if (over) layers.push(over)
    const reading = startStore({
      ...input,
      config: other,
      over,
      otherOverlays: otherOverlaysOf(other),
      needed: new Set(),
      content: null,
      onProducts: undefined,
      trace: false,
    })
    const result = await reading.finish()
    for (const mention of result.mentions) mentions.push(mention)
    for (const problem of [...(over?.problems ?? []), ...result.problems]) {
      if (seen.has(identityOf(problem))) continue
      seen.add(identityOf(problem))
      const isOverlay = store.overlay !== null && problem.at.file.startsWith(`${store.overlay}/`)
      const isConfig = problem.rule === 'overlay-missing'
      problems.push(isOverlay || isConfig ? problem : { ...problem, message: `${problem.message} (store ${storeName})` })
    }
  }
  return { layers, problems, mentions }
}

/** Two stores with the same overlay and the same additional fields have the same result. */
function resultOf({ store: { overlay, fields } }: Config): string {
  return JSON.stringify([overlay, fields])
}

/** In another store more or fewer records may have the same problem. */
function identityOf(problem: Problem): string {
  const { rule, at } = problem
  return JSON.stringify([rule, at.file, at.start, sentenceOf(problem)])
}
