/** Upper limit of the edits that are allowed: long words would take too long to compare. */
const mostEdits = 10

/**
 * The word that was probably meant, ignoring case: the one with the fewest edits, a swap of two letters counted as one edit. Allowed
 * are a third of the length, at least one edit, and fewer edits than letters. Otherwise a word with the same beginning (`category`,
 * `categories`). `undefined` where no word is near.
 */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  const known = [...words]
  const wanted = word.toLowerCase()
  const letters = lettersOf(wanted)
  let allowed = Math.min(mostEdits, Math.max(1, Math.floor(wanted.length / 3)), wanted.length - 1)
  const length = wanted.length + allowed + 2
  const rows = [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)] as const
  let best: string | undefined
  for (const candidate of known) {
    if (allowed < 0) break
    if (Math.abs(candidate.length - wanted.length) > allowed) continue
    const other = candidate.toLowerCase()
    if (leastEdits(letters, lettersOf(other)) > allowed) continue
    const edits = editsBetween(wanted, other, { most: allowed, rows })
    if (edits > allowed) continue
    best = candidate
    allowed = edits - 1
  }
  return best ?? sameBeginning(wanted, known)
}

/** The first word that begins like the wanted one: with at least 5 letters, and two thirds of the longer word. */
function sameBeginning(wanted: string, known: readonly string[]): string | undefined {
  return known.find((candidate) => {
    const word = candidate.toLowerCase()
    const needed = Math.max(5, Math.ceil((Math.max(word.length, wanted.length) * 2) / 3))
    return wanted.length >= needed && word.startsWith(wanted.slice(0, needed))
  })
}

/** The set of letters of a word as bits; several letters share a bit. */
function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31)
  return letters
}

/** A lower bound of the edits between two words: one edit removes at most one letter and adds at most one. */
function leastEdits(a: number, b: number): number {
  return Math.max(bitsOf(a & ~b), bitsOf(b & ~a))
}

function bitsOf(letters: number): number {
  let count = 0
  for (let rest = letters; rest !== 0; rest &= rest - 1) count++
  return count
}

type Row = Uint16Array

/** Damerau-Levenshtein distance with adjacent swaps, calculated near the diagonal only; a number above `most` where it is larger. */
function editsBetween(a: string, b: string, { most, rows }: { readonly most: number; readonly rows: readonly [Row, Row, Row] }): number {
  const far = most + 1
  let [beforeLast, last, next] = rows
  for (let column = 0; column <= far; column++) last[column] = column
  for (let row = 1; row <= a.length; row++) {
    const least = fillRow(a, b, { row, far, beforeLast, last, next })
    if (least > most) return far
    ;[beforeLast, last, next] = [last, next, beforeLast]
  }
  return last[b.length] ?? far
}

interface Rows {
  readonly row: number
  readonly far: number
  readonly beforeLast: Row
  readonly last: Row
  readonly next: Row
}

/** Fills the next row near the diagonal and returns the least number in it. */
function fillRow(a: string, b: string, { row, far, beforeLast, last, next }: Rows): number {
  const from = Math.max(1, row - far + 1)
  const to = Math.min(b.length, row + far - 1)
  next[from - 1] = Math.min(row, far)
  next[to + 1] = far
  const [letter, letterBefore] = [a.charCodeAt(row - 1), a.charCodeAt(row - 2)]
  let otherBefore = b.charCodeAt(from - 2)
  let least = far
  for (let column = from; column <= to; column++) {
    const other = b.charCodeAt(column - 1)
    const swapped = letter === otherBefore && letterBefore === other ? (beforeLast[column - 2] ?? far) + 1 : far
    const replaced = (last[column - 1] ?? far) + (letter === other ? 0 : 1)
    const edits = Math.min((last[column] ?? far) + 1, (next[column - 1] ?? far) + 1, replaced, swapped)
    next[column] = edits
    least = Math.min(least, edits)
    otherBefore = other
  }
  return least
}
