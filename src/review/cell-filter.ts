import type { ChangeTexts, PriceCell } from './change-texts.ts'

/** A word of a filter about how far a price moves: `move>10%`. */
export const movePattern = /^move([<>])([+-]?\d+(?:\.\d+)?)%?$/
const groupWord = 'group:'
const currencyWord = 'currency:'

/** True for a word of a filter that is about the cells of a price grid: `group:dealer`, `currency:eur`, `move>10%`. */
export function isAboutCells(word: string): boolean {
  return word.startsWith(groupWord) || word.startsWith(currencyWord) || movePattern.test(word)
}

/**
 * The test of the words about cells, by the number of a change: one cell must match all of them. Without a move a cell only has to be in the
 * grid; with one its price has to move so. A simple price is not of a group or currency.
 */
export function cellTest(words: readonly string[], { shared, sharedOf, moves }: ChangeTexts): (change: number) => boolean {
  const limits = words.flatMap(limitOf)
  const isWanted = wantedCells(
    words,
    shared.flatMap(({ cells }) => cells),
  )
  if (limits.length === 0) {
    const isInShared = shared.map(({ cells }) => cells.some(isWanted))
    return (change) => isInShared[sharedOf[change] ?? 0] === true
  }
  const isWantedCell = moves.cells.map(isWanted)
  const isSimpleWanted = limits.length === words.length
  return (change) => {
    for (let index = moves.starts[change] ?? 0; index < (moves.starts[change + 1] ?? 0); index += 1) {
      const [cell = -1, percent = Number.NaN] = [moves.cellOf[index], moves.percents[index]]
      if ((cell < 0 ? isSimpleWanted : isWantedCell[cell] === true) && limits.every((isBeyond) => isBeyond(percent))) return true
    }
    return false
  }
}

function limitOf(word: string): readonly ((percent: number) => boolean)[] {
  const [, sign, limit] = movePattern.exec(word) ?? []
  if (limit === undefined) return []
  return [sign === '>' ? (percent) => percent > Number(limit) : (percent) => percent < Number(limit)]
}

/** A name that is typed in full is that name; another one begins some. */
function wantedCells(words: readonly string[], cells: readonly PriceCell[]): (cell: PriceCell) => boolean {
  const tests = (['group', 'currency'] as const).flatMap((name) => {
    const known = new Set(cells.map((cell) => cell[name]))
    return words
      .filter((word) => word.startsWith(`${name}:`))
      .map((word) => word.slice(name.length + 1))
      .map((value) => (cell: PriceCell) => (known.has(value) ? cell[name] === value : cell[name].startsWith(value)))
  })
  return (cell) => tests.every((test) => test(cell))
}
