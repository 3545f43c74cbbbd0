import { posix } from 'node:path'
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

/** The fix for a path at which there is no file: the one that was probably meant, and where paths start. `known` as for `openSuggestions`. */
export function openPathFixes(known: () => Iterable<string>): (path: string) => string {
  const nearest = openSuggestions(known)
  return (path) => {
    const near = nearest(path)
    // Paths of one folder are alike by their folder already.
    const isNear = near !== undefined && nearestWord(posix.parse(path).name, [posix.parse(near).name]) !== undefined
    return `${isNear ? `Did you mean "${near}"? ` : ''}A path starts at the root of the catalogue, or with ./ beside the document.`
  }
}
