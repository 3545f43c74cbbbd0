import { resources } from '../../src/resources/registry.ts'

/** How the rows of a store differ from those that are expected, one sentence each. */
export function dumpDifferences(seen: readonly string[], expected: readonly string[]): string[] {
  const [left, right] = [counted(seen), counted(expected)]
  return [...new Set([...seen, ...expected])].flatMap((row) => {
    const [found = 0, wanted = 0] = [left.get(row), right.get(row)]
    return found === wanted ? [] : [differenceText(row, found, wanted)]
  })
}

/** Rows without the numbers that only order them: a catalogue that lists rows wants their relative order, whatever the numbers. */
export function withoutOrder(rows: readonly string[]): readonly string[] {
  return rows.map((row) => {
    const [name, values] = [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]
    const resource = resources.find((each) => each.name === name)
    if (resource?.orderField === undefined) return row
    const own = Object.keys(resource.fields).filter((field) => resource.fields[field]?.owner !== 'store')
    const parsed: unknown = JSON.parse(values)
    if (!Array.isArray(parsed)) return row
    return `${name} ${JSON.stringify(parsed.filter((_, index) => own[index] !== resource.orderField))}`
  })
}

/** Rows that are in the store more than once, and more often than at any of these moments, one sentence each. */
export function doubledRows(seen: readonly string[], moments: readonly (readonly string[])[]): string[] {
  const most = moments.map(counted)
  return [...counted(seen)].flatMap(([row, found]) => {
    const wanted = Math.max(1, ...most.map((rows) => rows.get(row) ?? 0))
    return found > wanted ? [differenceText(row, found, wanted)] : []
  })
}

function counted(rows: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(rows, (row) => row)].map(([row, same]) => [row, same.length]))
}

function differenceText(row: string, found: number, wanted: number): string {
  return `in the end the store has ${found} times instead of ${wanted}: ${row}`
}
