import { findResource, type ResourceName, resources } from '../../resources/registry.ts'
import { freeWords } from '../rows/write/check-references.ts'
import { quoted } from '../database/table-sql.ts'
import { collated } from '../rows/collation.ts'
import type { RowContext } from '../rows/row-context.ts'
import type { Finding } from './finding.ts'

/** The most findings listed for one field. */
const mostOfOne = 200

type Linted = Pick<RowContext, 'statements' | 'switches'>

interface Reference {
  readonly resource: ResourceName
  readonly natural: readonly string[]
  readonly field: string
  readonly targets: readonly string[]
}

function dangling({ statements, switches }: Linted, { resource, natural, field, targets }: Reference): readonly Finding[] {
  const column = `t.${quoted(field)}`
  const known = targets.flatMap((name) => {
    const target = findResource(name)
    return target?.key
      ? [`NOT EXISTS (SELECT 1 FROM ${quoted(target.name)} AS o WHERE ${collated(`o.${quoted(target.key)}`, switches)} = ${column})`]
      : []
  })
  if (known.length === 0) return []
  const own = natural.map((name) => `coalesce(t.${quoted(name)}, '')`).join(` || ' ' || `)
  const free = JSON.stringify(freeWords[`${resource}.${field}`] ?? [])
  const rows = statements.rows(
    `SELECT ${own}, ${column} FROM ${quoted(resource)} AS t WHERE ${column} > '' AND ${column} NOT IN (SELECT value FROM json_each(?)) AND ${known.join(' AND ')} LIMIT ${mostOfOne}`,
    [free],
  )
  return rows.map(([key, value]) => ({
    rule: 'reference',
    resource,
    key: String(key),
    message: `${field} is ${String(value)}, but no ${targets.join(' or ')} has this key`,
  }))
}

/** References to records that do not exist (assumptions.md W27); at most 200 of each field. */
export function lintReferences(linted: Linted): readonly Finding[] {
  return resources.flatMap(({ name, natural, fields }) =>
    Object.entries(fields).flatMap(([field, { refersTo = [] }]) =>
      refersTo.length === 0 ? [] : dangling(linted, { resource: name, natural, field, targets: refersTo }),
    ),
  )
}
