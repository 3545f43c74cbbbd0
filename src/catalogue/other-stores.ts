import type { Config } from './config/config.ts'
import { sentenceOf } from '../problems/fold-problems.ts'
import type { Problem } from '../problems/problem.ts'
import { readResult, type ResultInput } from './read-result.ts'
import type { ReadLayer } from './overlay/read-layer.ts'

/** The other stores of a config, and how to read their overlays. */
export interface OtherStores {
  readonly input: Omit<ResultInput, 'config' | 'over' | 'trace' | 'checkOnly' | 'whole' | 'kept'>
  readonly config: Config
  readonly overlayOf: (config: Config) => ReadLayer | undefined
  /** The problems that are known already. */
  readonly known: readonly Problem[]
}

/** What is wrong only in the results for other stores than the chosen one; such a problem in the catalogue itself names its store. */
export async function otherStoreProblems({ input, config, overlayOf, known }: OtherStores): Promise<Problem[]> {
  const problems: Problem[] = []
  const seen = new Set(known.map(identityOf))
  const checked = new Set([resultOf(config)])
  for (const [storeName, store] of Object.entries(config.stores)) {
    const other: Config = { ...config, storeName, store }
    if (checked.has(resultOf(other))) continue
    checked.add(resultOf(other))
    const over = overlayOf(other)
    const result = await readResult({ ...input, config: other, over, trace: false, checkOnly: true, whole: [], kept: (product) => product })
    for (const problem of [...(over?.problems ?? []), ...result.problems]) {
      if (seen.has(identityOf(problem))) continue
      seen.add(identityOf(problem))
      const isOverlay = store.overlay !== null && problem.at.file.startsWith(`${store.overlay}/`)
      const isConfig = problem.rule === 'overlay-missing'
      problems.push(isOverlay || isConfig ? problem : { ...problem, message: `${problem.message} (store ${storeName})` })
    }
  }
  return problems
}

/** Two stores with the same overlay and the same further fields have the same result. */
function resultOf({ store: { overlay, fields } }: Config): string {
  return JSON.stringify([overlay, fields])
}

/** In another store more or fewer records may have the same problem. */
function identityOf(problem: Problem): string {
  const { rule, at } = problem
  return JSON.stringify([rule, at.file, at.start, sentenceOf(problem)])
}
