import type * as Library from 'diff'

/** A part of a text that changed. The `same` and `removed` parts together are the old text, `same` and `added` the new one. */
export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** With more edits the comparison is given up: without a limit, a rewritten page of 100 KB takes half a minute. */
const maxEditLength = 400

/** What is used of the `diff` package: the page of a plan contains it, the program loads it for the first text (`diffLibrary`). */
type WordDiffLibrary = Pick<typeof Library, 'diffSentences' | 'diffWordsWithSpace'>

/** The difference by words, or else by sentences; `'rewritten'` where too little of the old text is left for either. */
export function wordDiff(
  before: string,
  after: string,
  { diffSentences, diffWordsWithSpace }: WordDiffLibrary,
): readonly DiffPart[] | 'rewritten' {
  const parts = diffWordsWithSpace(before, after, { maxEditLength }) ?? diffSentences(before, after, { maxEditLength })
  if (parts === undefined) return 'rewritten'
  return parts.map(({ added, removed, value }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }))
}

/** The share of the longer text that is kept, in whole per cent. */
export function keptPercent(parts: readonly DiffPart[]): number {
  const length = (kind: DiffPart['kind']): number => parts.reduce((sum, part) => sum + (part.kind === kind ? part.text.length : 0), 0)
  const same = length('same')
  const longer = same + Math.max(length('added'), length('removed'))
  return longer === 0 ? 100 : Math.floor((same / longer) * 100)
}
