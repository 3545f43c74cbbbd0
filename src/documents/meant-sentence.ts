import { nearestWord } from '../problems/nearest-word.ts'

/** `Did you mean "title"?`, or else the words that there are, while they fit on a line or two. */
export function meantSentence(word: string, words: readonly string[]): string | undefined {
  const nearest = nearestWord(word, words)
  if (nearest !== undefined) return `Did you mean "${nearest}"?`
  return words.length > 0 && words.length <= 24 ? `Known here: ${words.join(', ')}.` : undefined
}
