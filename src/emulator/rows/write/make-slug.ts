import { quoted, rowId } from '../../database/table-sql.ts'
import { collated } from '../collation.ts'
import type { NamedResource, RowContext } from '../row-context.ts'

function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function slugFrom({ key }: NamedResource, values: ReadonlyMap<string, string>): string {
  const title = values.get('title') ?? values.get('name') ?? ''
  return slugOf(title) || slugOf(values.get(key ?? '') ?? '')
}

function isTaken({ statements, switches }: RowContext, slug: string, own: { table: string; row: number }): boolean {
  return ['Product', 'Cat'].some((table) => {
    const row = table === own.table ? own.row : -1
    return (
      statements.cell(`SELECT 1 FROM ${quoted(table)} WHERE ${collated('slug', switches)} = ? AND ${rowId} <> ?`, [slug, row]) !== undefined
    )
  })
}

/**
 * With `slug: generate` (assumptions.md W35): derives the slug of a new record from its title or name, and appends a number to a slug
 * that another record has. Changes `values`.
 */
export function makeSlug(
  context: RowContext,
  resource: NamedResource,
  { row, values }: { row: number | null; values: Map<string, string> },
): void {
  if (context.switches.slug === 'verbatim' || !Object.hasOwn(resource.fields, 'slug')) return
  const given = values.get('slug') ?? ''
  if (row !== null && given === '') return
  const wanted = given || slugFrom(resource, values)
  let slug = wanted
  for (let number = 2; isTaken(context, slug, { table: resource.name, row: row ?? -1 }); number += 1) slug = `${wanted}-${number}`
  values.set('slug', slug)
}
