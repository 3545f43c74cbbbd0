import type { Change, FieldChange } from '../diff/change.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import type { Plan } from '../plan/plan.ts'
import { cellOf, type GridRow, groupText, quantitiesOf, quantityText } from '../pricing/grid-row.ts'

/** Longest value that is quoted, in characters. */
const longest = 60

/** What differs between the changes of two plans. */
export interface StaleDifferences {
  /** What moved, one line each, in the order of the changes: the saved plan's first. */
  readonly moved: readonly string[]
  /** Addresses with planned values that have no difference any more: the store has them already, or the catalogue does not want them any more. */
  readonly ended: readonly string[]
}

/** Compares the changes of a saved plan with those of a plan of now. */
export function staleDifferences(saved: Plan, now: Plan): StaleDifferences {
  const here = new Map(now.changes.map((change) => [change.address, change]))
  const known = new Set(saved.changes.map(({ address }) => address))
  const compared = saved.changes.map((planned) => compare(planned, here.get(planned.address)))
  const added = now.changes.filter(({ address }) => !known.has(address))
  return {
    moved: [
      ...compared.flatMap(({ moved }) => moved),
      ...added.map(({ address, action }) => `${address}: ${action}, which was not planned`),
    ],
    ended: saved.changes.filter((_, index) => compared[index]?.hasEnded === true).map(({ address }) => address),
  }
}

/** A change without its place in the documents, whatever the order of its parts. */
function meaningOf(change: Change): string {
  return canonicalJson({ ...change, source: null })
}

/** Values of one side by name. */
type Values = ReadonlyMap<string, string>

interface Compared {
  readonly moved: readonly string[]
  readonly hasEnded: boolean
}

function compare(saved: Change, now: Change | undefined): Compared {
  if (!now) return { moved: [], hasEnded: true }
  if (meaningOf(saved) === meaningOf(now)) return { moved: [], hasEnded: false }
  const { address } = saved
  const ended = absentFields(saved, now)
  const planned = ended.has('advanced_pricing') ? withoutTurnedGrid(saved) : saved
  const added = absentFields(now, planned)
  const side = (change: Change, values: (change: Change) => Values): Values =>
    new Map([...values(change)].filter(([name]) => !ended.has(name) && !added.has(name)))
  const lines = [
    ...linesOf(address, { verb: 'the store has', was: side(planned, storeValues), now: side(now, storeValues) }),
    ...linesOf(address, { verb: 'the catalogue has', was: side(planned, catalogueValues), now: side(now, catalogueValues) }),
    ...[...added].map((name) => {
      const [wanted, live] = [catalogueValues(now), storeValues(now)].map((values) => quoted(values.get(name)))
      return `${address} ${name}: the catalogue has ${wanted} and the store ${live}, which was not planned`
    }),
  ]
  if (planned.action !== now.action) lines.unshift(`${address}: ${now.action} instead of ${planned.action}`)
  const parts = lines.length > 0 ? [] : otherParts(planned, now).filter((part) => part !== 'fields' || ended.size === 0)
  return { moved: parts.length > 0 ? [`${address}: ${parts.join(', ')} changed`] : lines, hasEnded: ended.size > 0 }
}

/** A change without the price entries that it has turned on or off already. */
function withoutTurnedGrid(change: Change): Change {
  if (change.kind !== 'record') return change
  const { turnedGrid: _, ...rest } = change
  return rest
}

/** Fields of a change that an update does not have: it has only those that differ. */
function absentFields(change: Change, update: Change): ReadonlySet<string> {
  if (change.kind === 'file' || update.kind === 'file' || update.action !== 'update') return new Set()
  const present = new Set(update.fields.map(({ field }) => field))
  return new Set(change.fields.map(({ field }) => field).filter((field) => !present.has(field)))
}

function linesOf(address: string, { verb, was, now }: { verb: string; was: Values; now: Values }): string[] {
  const names = [...new Set([...was.keys(), ...now.keys()])].filter((name) => was.get(name) !== now.get(name))
  return names.map((name) => `${address} ${name}: ${verb} ${quoted(now.get(name))} instead of ${quoted(was.get(name))}`)
}

function quoted(value: string | undefined): string {
  if (value === undefined) return 'nothing'
  return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}...` : value)
}

function storeValues(change: Change): Values {
  if (change.kind === 'file') return fileValues(change.file.before)
  const fields = fieldValues(change.fields, ({ before }) => before)
  const prices = change.kind === 'grid' ? { ...change.grid, rows: change.grid.before } : change.turnedGrid
  if (!prices) return fields
  const { rows, ownerBefore } = prices
  const owner = [
    ...(ownerBefore.price === null ? [] : [['price', ownerBefore.price] as const]),
    ['advanced_pricing', String(ownerBefore.on)] as const,
  ]
  return new Map([...owner, ...fields, ...rowValues(rows)])
}

function catalogueValues(change: Change): Values {
  if (change.kind === 'file') return fileValues(change.file.after)
  const fields = fieldValues(change.fields, ({ after }) => after)
  return change.kind === 'record' ? fields : new Map([...fields, ...rowValues(change.grid.after)])
}

function fieldValues(fields: readonly FieldChange[], side: (field: FieldChange) => string | null): Map<string, string> {
  return new Map(
    fields.flatMap((change) => {
      const value = side(change)
      return value === null ? [] : [[change.field, value] as const]
    }),
  )
}

/** Prices by cell, several rows of one cell together. */
function rowValues(rows: readonly GridRow[]): Map<string, string> {
  const cells = Map.groupBy(rows, cellOf)
  return new Map(
    [...cells.values()].flatMap((same) => {
      const [row] = same
      if (!row) return []
      const { from, to } = quantitiesOf(row)
      const currency = row.currency_code === '' ? '' : ` in ${row.currency_code}`
      return [
        [
          `price for ${groupText(row.group_code)} ${quantityText(from, to)}${currency}`,
          same.map(({ price }) => price).join(' and '),
        ] as const,
      ]
    }),
  )
}

function fileValues(file: { readonly size: number | null; readonly sha256: string | null } | null): Values {
  if (!file) return new Map()
  const content = file.sha256 === null ? [] : [['content', file.sha256] as const]
  return new Map([...(file.size === null ? [] : [['bytes', String(file.size)] as const]), ...content])
}

/** The names of the other parts that differ, such as its origin. */
function otherParts(planned: Change, now: Change): readonly string[] {
  const [before, after] = [new Map(Object.entries(planned)), new Map(Object.entries(now))]
  const names = [...new Set([...before.keys(), ...after.keys()])].filter((name) => name !== 'source')
  return names.filter((name) => canonicalJson(before.get(name) ?? null) !== canonicalJson(after.get(name) ?? null))
}
