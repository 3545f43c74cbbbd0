import { nearestWord } from '../problems/nearest-word.ts'

/** `Did you mean "title"?`, or else the known words; `undefined` where these are none or too many for a message. */
export function meantSentence(word: string, words: readonly string[]): string | undefined {
  const nearest = nearestWord(word, words)
  if (nearest !== undefined) return `Did you mean "${nearest}"?`
  return words.length > 0 && words.length <= 24 ? `Expected one of: ${words.join(', ')}.` : undefined
}
