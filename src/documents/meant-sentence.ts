import { nearestWord } from '../problems/nearest-word.ts'

/** `Did you mean "title"?`, or else the known words; `undefined` where these are none, or more than `most`: too many for a message. */
export function meantSentence(word: string, words: readonly string[], most = 24): string | undefined {
  const nearest = nearestWord(word, words)
  if (nearest !== undefined) return `Did you mean "${nearest}"?`
  return words.length > 0 && words.length <= most ? `Expected one of: ${words.join(', ')}.` : undefined
}
