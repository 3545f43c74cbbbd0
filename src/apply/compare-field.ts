import { fieldOf, type ResourceName } from '../resources/registry.ts'
import { charactersOf, shortestDecimal, storedValue } from '../resources/scalar.ts'
import type { Field } from '../resources/field.ts'
import type { Fields } from '../resources/resource.ts'
import type { Rewrite } from '../records/rewrite.ts'

/** The comparison of fields that were sent with those of the store; each entry is a part of a sentence: `title is "a" instead of "b"`. */
export interface FieldComparison {
  /** Empty: the store has what was sent. */
  readonly differences: readonly string[]
  /** Values that the store changed in an accepted way. */
  readonly rewritten: readonly Pick<Rewrite, 'field' | 'sent' | 'stored'>[]
}

const equal: FieldComparison = { differences: [], rewritten: [] }

/** Compares the fields that were sent with those of the store. A value that the store only reformatted is equal. */
export function compareFields(resource: ResourceName, sent: Fields, stored: Fields): FieldComparison {
  let result = equal
  for (const field in sent) {
    if (sent[field] === stored[field]) continue
    const declared = fieldOf(resource, field)
    // A value that the store assigns or never returns cannot be compared.
    if (declared.owner === 'store' || declared.writeOnly) continue
    const [wanted, found] = [storedValue(declared, sent[field]), storedValue(declared, stored[field])]
    if (wanted === found) continue
    const change = { field, sent: wanted, stored: found }
    result = isRewrite(field, declared, [wanted, found])
      ? { ...result, rewritten: [...result.rewritten, change] }
      : { ...result, differences: [...result.differences, cutText(field, declared, [wanted, found]) ?? changedText(change)] }
  }
  return result
}

type Values = readonly [wanted: string, found: string]

/** True for a change of a value that the store may make: prices, flags, codes and links must be as they were sent. */
function isRewrite(name: string, field: Field, [wanted, found]: Values): boolean {
  if (field.kind === 'decimal') return name !== 'price' && isRounded(wanted, found)
  return field.kind === 'text' && field.refersTo === undefined && found !== '' && plainText(wanted) === plainText(found)
}

/** Text without entities and with single blanks. */
function plainText(text: string): string {
  return text
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (entity: string, ...groups: (string | undefined)[]) => decoded(entity, groups))
    .replace(/\s+/g, ' ')
    .trim()
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }

function decoded(entity: string, [decimal, hex, name]: readonly (string | undefined)[]): string {
  if (name !== undefined) return namedEntities[name.toLowerCase()] ?? entity
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity
}

/** True where `found` is `wanted` with fewer decimal places. */
function isRounded(wanted: string, found: string): boolean {
  const [exact, kept] = [shortestDecimal(wanted), shortestDecimal(found)]
  if (exact === undefined || kept === undefined) return false
  const places = (kept.split('.')[1] ?? '').length
  if (places >= (exact.split('.')[1] ?? '').length) return false
  return Math.abs(Number(exact) - Number(kept)) < 10 ** -places
}

function cutText(name: string, { kind }: Field, [wanted, found]: Values): string | undefined {
  if ((kind !== 'text' && kind !== 'file') || found === '' || !wanted.startsWith(found)) return undefined
  return `${name} was cut by the store: it kept ${charactersOf(found)} of ${charactersOf(wanted)} characters`
}

/** A value that was sent and the one that the store shows, as a part of a sentence; long texts are cut. */
export function changedText({ field, sent, stored }: Pick<Rewrite, 'field' | 'sent' | 'stored'>): string {
  return `${field} is ${excerpt(stored)} instead of ${excerpt(sent)}`
}

function excerpt(text: string): string {
  if (text === '') return 'empty'
  const [start] = /^.{0,40}/su.exec(text) ?? ['']
  return start === text ? `"${text}"` : `"${start}…"`
}
