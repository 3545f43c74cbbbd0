import { relations } from '../../resources/relations.ts'
import { type ResourceName, resourceOf } from '../../resources/registry.ts'
import { quoted } from '../database/table-sql.ts'
import type { DataContext } from './data-context.ts'

/** The resources whose DELETE may take others with it. */
const owners: ReadonlySet<ResourceName> = new Set<ResourceName>(['Product', 'Variants', 'Cat'])

/**
 * Under `cascade: owned` (assumptions.md W31): removes what belongs to the rows that `where` finds, which are about to be
 * removed. Orders keep their lines.
 */
export function removeOwned(context: DataContext, name: ResourceName, where: { sql: string; parameters: readonly string[] }): void {
  if (context.switches.cascade === 'none' || !owners.has(name)) return
  for (const { parent, child, parentField, childField, through } of relations) {
    if (parent !== name || through || child === 'Orderlines' || !resourceOf(child).fields[childField]?.refersTo?.includes(parent)) continue
    const keys = context.statements.rows(`SELECT ${quoted(parentField)} FROM ${quoted(name)} AS t WHERE ${where.sql}`, where.parameters)
    const below = {
      sql: `${quoted(childField)} IN (SELECT value FROM json_each(?))`,
      parameters: [JSON.stringify(keys.map(([key]) => key).filter((key) => key !== null && key !== ''))],
    }
    removeOwned(context, child, below)
    context.statements.run(`DELETE FROM ${quoted(child)} WHERE ${below.sql}`, below.parameters)
  }
}
