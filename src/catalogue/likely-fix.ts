import { nearestWord } from './nearest-word.ts'

/** What was probably meant by a text of the wrong form: one of the words that are expected, or a number with a point. */
export function likelyFix(found: string, expected: string): string | undefined {
  const words = expected.split(' or ')
  const isChoice = words.length > 1 && words.every((word) => /^\S+$/.test(word))
  const near = isChoice ? nearestWord(found, words) : undefined
  if (near !== undefined) return `Did you mean "${near}"?`
  return /^\d+,\d+$/.test(found) && /^a (?:price|number) /.test(expected) ? `Write ${found.replace(',', '.')}.` : undefined
}
