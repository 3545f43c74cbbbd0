import { onFirstUse } from '../source/on-first-use.ts'
import type { Draft } from './draft.ts'

/**
 * Looks up drafts by the keys that `keysOf` gives for each, such as the roots that they touch: those of any of the asked keys,
 * each once, in the order of `drafts`. The index is made for the first question: most plans of many updates have none.
 */
export function draftIndex(
  drafts: readonly Draft[],
  keysOf: (draft: Draft) => readonly string[],
): (keys: Iterable<string>) => readonly Draft[] {
  const byKey = onFirstUse(() => {
    const entries = drafts.flatMap((draft, index) => keysOf(draft).map((key) => ({ key, index })))
    return Map.groupBy(entries, ({ key }) => key)
  })
  return (keys) => {
    const found = new Set<number>()
    for (const key of keys) for (const { index } of byKey().get(key) ?? []) found.add(index)
    return [...found].toSorted((a, b) => a - b).flatMap((index) => drafts[index] ?? [])
  }
}
