import type { Field } from '../../../resources/field.ts'
import type { Resource } from '../../../resources/resource.ts'
import { canonicalValue } from '../../../resources/scalar.ts'
import type { Filter, ListQuery } from '../../../wire/filters.ts'
import type { Switches } from '../../assumptions/switches.ts'
import { hasField, openFields, quoted } from '../../database/table-sql.ts'
import { invalidFields } from '../../http/store-fault.ts'
import { collated } from '../collation.ts'

/** An SQL condition on the alias `t`; every value of the request is a parameter. */
export interface Condition {
  readonly where: string
  readonly parameters: readonly string[]
}

/** Bytes; SQLite fails for a longer pattern of GLOB or LIKE. */
const longestPattern = 50_000

/** `%` as a GLOB pattern, because GLOB is case-sensitive like `=` (assumptions.md R9); as a LIKE pattern if `=` ignores case. */
function globOf(value: string, switches: Switches): string {
  if (switches.collation === 'nocase') {
    const like = value.replace(/\\/g, '\\\\')
    return switches.underscore === 'wildcard' ? like : like.replaceAll('_', '\\_')
  }
  const literal = value.replace(/[*?[]/g, (character) => `[${character}]`).replaceAll('%', '*')
  return switches.underscore === 'wildcard' ? literal.replaceAll('_', '?') : literal
}

function isPattern(value: string, switches: Switches): boolean {
  return value.includes('%') || (switches.underscore === 'wildcard' && value.includes('_'))
}

function isNumber(field: Field): boolean {
  return field.kind === 'integer' || field.kind === 'decimal'
}

/** A field of the alias `t` as SQL; the name must be a field of the resource. */
export function columnOf(resource: Resource, name: string): string {
  return Object.hasOwn(resource.fields, name) ? `t.${quoted(name)}` : `(t.${openFields} ->> '${name.replaceAll("'", "''")}')`
}

/** A field as text, in which unset and empty are the same: a flag counts as `false`, any other field as empty (assumptions.md W22). */
export function textOf(column: string, field: Field): string {
  return field.kind === 'flag' ? `coalesce(nullif(${column}, ''), 'false')` : `coalesce(${column}, '')`
}

function conditionOf(resource: Resource, { field: name, values }: Filter, switches: Switches): Condition {
  const field: Field = resource.fields[name] ?? { kind: 'text', doc: '' }
  const bare = columnOf(resource, name)
  // Other fields without `textOf`, so that the indexes can be used.
  const column = collated(field.kind === 'flag' ? textOf(bare, field) : bare, switches)
  const parts: string[] = []
  const parameters: string[] = []
  const patterns = values.filter((value) => isPattern(value, switches))
  const plain = values
    .filter((value) => !isPattern(value, switches))
    .map((value) => (field.kind === 'text' || (value === '' && field.kind !== 'flag') ? value : canonicalValue(field, value)))
  const exact = plain.filter((value) => value !== '')
  if (plain.includes('')) parts.push(`(${column} IS NULL OR ${column} = '')`)
  if (exact.length > 0) {
    const cast = isNumber(field) && switches.numbers === 'verbatim'
    parts.push(
      cast ? `CAST(${column} AS REAL) IN (SELECT CAST(value AS REAL) FROM json_each(?))` : `${column} IN (SELECT value FROM json_each(?))`,
    )
    parameters.push(JSON.stringify(exact))
  }
  if (patterns.length > 0) {
    const matches = switches.collation === 'nocase' ? `LIKE p.value ESCAPE '\\'` : 'GLOB p.value'
    parts.push(`EXISTS (SELECT 1 FROM json_each(?) AS p WHERE ${textOf(bare, field)} ${matches})`)
    const globs = patterns.map((value) => globOf(value, switches))
    if (globs.some((glob) => Buffer.byteLength(glob) > longestPattern)) throw invalidFields([name]).because('R31')
    parameters.push(JSON.stringify(globs))
  }
  return { where: `(${parts.join(' OR ')})`, parameters }
}

/**
 * The condition of the filters of a list GET (platform.md, "Query parameters on GET list and search"): values of one field are combined
 * with OR, fields with AND, or all with OR for `_match=any`. Unknown fields are refused with 406 (assumptions.md R5).
 */
export function filterSql(resource: Resource, query: Pick<ListQuery, 'filters' | 'match'>, switches: Switches): Condition {
  const invalid = query.filters.map(({ field }) => field).filter((field) => !hasField(resource, field))
  if (invalid.length > 0) throw invalidFields(invalid).because('R5')
  const conditions = query.filters.map((filter) => conditionOf(resource, filter, switches))
  return {
    where: conditions.map(({ where }) => where).join(query.match === 'any' ? ' OR ' : ' AND ') || '1',
    parameters: conditions.flatMap(({ parameters }) => parameters),
  }
}
