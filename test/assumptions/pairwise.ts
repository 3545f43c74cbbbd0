/** The values of each factor, by its name. */
type Factors = Readonly<Record<string, readonly string[]>>

type Row = Record<string, string>

/**
 * A covering array of strength 2: rows with a value for each factor, so that every two values of two factors are together in a row.
 * Greedy, as AETG (Cohen and others, "The AETG system", 1997) without chance: each row starts with a pair that is not covered yet and takes of
 * each other factor the value that covers the most.
 */
export function pairwise(factors: Factors): readonly Readonly<Row>[] {
  const open = new Set(pairsOf(factors))
  const rows: Row[] = []
  for (const first of open) {
    const row: Row = Object.fromEntries(first.split(between).map((value) => value.split(equals)))
    for (const [name, values] of Object.entries(factors)) {
      if (name in row) continue
      const counts = values.map((value) => Object.entries(row).filter((chosen) => open.has(pairOf([name, value], chosen))).length)
      row[name] = values[counts.indexOf(Math.max(...counts))] ?? ''
    }
    for (const pair of pairsIn(row)) open.delete(pair)
    rows.push(row)
  }
  return rows
}

const [between, equals] = [' & ', '=']

type Chosen = readonly [name: string, value: string]

/** The text of a pair, the same in both orders. */
function pairOf(...pair: readonly [Chosen, Chosen]): string {
  return pair
    .map((chosen) => chosen.join(equals))
    .toSorted()
    .join(between)
}

/** The pairs of values of two factors. */
export function pairsOf(factors: Factors): readonly string[] {
  const all = Object.entries(factors).flatMap(([name, values]) => values.map((value): Chosen => [name, value]))
  return all.flatMap((one, index) => all.slice(index + 1).flatMap((other) => (one[0] === other[0] ? [] : [pairOf(one, other)])))
}

/** The pairs that are together in a row. */
export function pairsIn(row: Readonly<Row>): readonly string[] {
  return pairsOf(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, [value]])))
}
