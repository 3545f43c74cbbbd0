import { nearestWord } from '../problems/nearest-word.ts'

/** Comparing every unknown word with every known word takes time that grows with the product of both. */
const mostSearched = 500

/**
 * Suggests the known word that was probably meant; `undefined` where none is near, and from the 501st unknown word on. `known` is called
 * once, for the first unknown word, and its words are iterated once for each search.
 */
export function openSuggestions(known: () => Iterable<string>): (word: string) => string | undefined {
  const found = new Map<string, string | undefined>()
  let words: Iterable<string> | undefined
  return (word) => {
    if (found.has(word) || found.size === mostSearched) return found.get(word)
    words ??= known()
    const near = nearestWord(word, words)
    found.set(word, near)
    return near
  }
}
