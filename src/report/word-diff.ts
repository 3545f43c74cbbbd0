import { diffSentences, diffWordsWithSpace } from 'diff'

/** A piece of a text that changed. All `same` and `removed` pieces together are the old text, all `same` and `added` the new one. */
export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** More edits than this and the differ gives up: without a limit a rewritten page of 100 KB takes half a minute. */
const maxEditLength = 400

/** The words that differ; else the sentences; `'rewritten'` where too little is left of the old text to show either. */
export function wordDiff(before: string, after: string): readonly DiffPart[] | 'rewritten' {
  const parts = diffWordsWithSpace(before, after, { maxEditLength }) ?? diffSentences(before, after, { maxEditLength })
  if (parts === undefined) return 'rewritten'
  return parts.map(({ added, removed, value }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }))
}

/** How much of the longer text stayed, in whole per cent. */
export function keptPercent(parts: readonly DiffPart[]): number {
  const length = (kind: DiffPart['kind']): number => parts.reduce((sum, part) => sum + (part.kind === kind ? part.text.length : 0), 0)
  const same = length('same')
  const longer = same + Math.max(length('added'), length('removed'))
  return longer === 0 ? 100 : Math.floor((same / longer) * 100)
}
