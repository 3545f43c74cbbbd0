import type { GridRow } from '../pricing/grid-row.ts'

/** The codes of ISO 4217 that are no currency, so that no customer pays in them: "no currency", and "for tests". */
const noCurrencies = ['XXX', 'XTS'] as const

/** A grid that one body changes: the wanted rows, and the live rows that no wanted row needs. */
export interface ReCut {
  /** The wanted rows; those that take over a live row carry its uid, the others are inserted. */
  readonly after: readonly GridRow[]
  /** The live rows that are left, put aside: each is forced in a currency that no customer has, for a wanted cell and at its price. */
  readonly aside: readonly GridRow[]
}

/**
 * Gives every live row another cell, so that a body of the whole sku leads from one complete grid to another (docs/api.md, "PricingAdvanced",
 * rules 1 to 3 hold before and after it, rows that are put aside included). `matched`: the wanted rows, with the uid of the live row of the
 * same cell. `undefined` where a live row has no uid, or where more rows are left than there are places to put them aside.
 */
export function reCut(matched: readonly GridRow[], live: readonly GridRow[]): ReCut | undefined {
  if (live.some(({ uid }) => uid === undefined)) return undefined
  const taken = new Set(matched.map(({ uid }) => uid))
  const free = live.filter(({ uid }) => !taken.has(uid))
  const sameKind = reuse(matched, free, kindOf)
  const after = reuse(sameKind, free, () => '')
  const places = placesAside(after)
  const aside = free.flatMap(({ uid, group_code }) => {
    const own = places.findIndex((place) => place.group_code === group_code)
    const [place] = places.splice(Math.max(own, 0), 1)
    return place && uid !== undefined ? [{ ...place, uid }] : []
  })
  return aside.length === free.length ? { after, aside } : undefined
}

function kindOf({ group_code, currency_code }: GridRow): string {
  return JSON.stringify([group_code, currency_code])
}

/** Gives rows without a uid that of a free row of the same kind, which is free no more. */
function reuse(rows: readonly GridRow[], free: GridRow[], kind: (row: GridRow) => string): readonly GridRow[] {
  return rows.map((row) => {
    if (row.uid !== undefined) return row
    const found = free.findIndex((other) => kind(other) === kind(row))
    const [{ uid } = row] = found === -1 ? [] : free.splice(found, 1)
    return uid === undefined ? row : { ...row, uid }
  })
}

/** Where rows can be put aside: beside each wanted row of all currencies, in a currency that the grid does not have. */
function placesAside(after: readonly GridRow[]): GridRow[] {
  const plain = after.filter(({ currency_code }) => currency_code === '')
  return noCurrencies
    .filter((code) => after.every(({ currency_code }) => currency_code !== code))
    .flatMap((currency_code) => plain.map(({ group_code, start, end, price }) => ({ group_code, currency_code, start, end, price })))
}
