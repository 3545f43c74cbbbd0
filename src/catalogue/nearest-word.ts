/**
 * The word that was probably meant: the one with the fewest edits (at most a third of the length, and at least one
 * is allowed; letters swapped count once), blind to case; else one with the same beginning (`category`, `categories`);
 * `undefined` when none is near.
 */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  const known = [...words]
  const wanted = word.toLowerCase()
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  let best: { readonly word: string; readonly edits: number } | undefined
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) > limit) continue
    const edits = editsBetween(wanted, candidate.toLowerCase())
    if (edits <= limit && (!best || edits < best.edits)) best = { word: candidate, edits }
  }
  return best?.word ?? sameBeginning(wanted, known)
}

/** The word whose beginning, at least 5 letters and two thirds of the longer word, is that of the wanted one. */
function sameBeginning(wanted: string, known: readonly string[]): string | undefined {
  return known.find((candidate) => {
    const word = candidate.toLowerCase()
    const needed = Math.max(5, Math.ceil((Math.max(word.length, wanted.length) * 2) / 3))
    return wanted.length >= needed && word.startsWith(wanted.slice(0, needed))
  })
}

/** Damerau-Levenshtein distance, in its form for adjacent swaps. */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swap = isSwap(a.slice(Math.max(0, row - 2), row), b.slice(Math.max(0, column - 2), column))
        ? at(before, column - 2) + 1
        : Infinity
      next.push(Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1), swap))
    }
    before = last
    last = next
  }
  return at(last, b.length)
}

function isSwap(a: string, b: string): boolean {
  return a.length === 2 && a[0] === b[1] && a[1] === b[0]
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
