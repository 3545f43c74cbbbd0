import type { AssumptionRow } from './assumption-row.ts'
import { assumptions, type Switches } from './assumptions.ts'
import { assumptionsOfAccess } from './assumptions-of-access.ts'
import { assumptionsOfReads } from './assumptions-of-reads.ts'
import { assumptionsOfWrites } from './assumptions-of-writes.ts'

/** A row of assumptions.md as it is in force. */
export interface AssumptionEntry extends AssumptionRow {
  /** Its switches; none where the row is a plain default. The first value is the default. */
  readonly switches: readonly { readonly name: string; readonly doc: string; readonly values: readonly string[]; readonly value: string }[]
}

const rows: readonly AssumptionRow[] = [...assumptionsOfWrites, ...assumptionsOfReads, ...assumptionsOfAccess]

/** Every row of assumptions.md, in its order, with the switches as they stand. */
export function assumptionList(switches: Switches): readonly AssumptionEntry[] {
  const values: Readonly<Record<string, string>> = switches
  const turnable = Object.entries(assumptions)
  return rows.map((row) => ({
    ...row,
    switches: turnable
      .filter(([, { id }]) => id === row.id)
      .map(([name, { doc, values: all }]) => ({ name, doc, values: all, value: values[name] ?? all[0] })),
  }))
}

/** Why a request was refused, for the header `X-Emulator-Reason`: the row, and the switch that would allow it, if there is one. */
export function reasonText(id: string, switches: Switches): string {
  const row = assumptionList(switches).find((entry) => entry.id === id)
  if (!row) return id
  const turnable = row.switches.map(({ name, value, values }) => {
    const others = values.filter((other) => other !== value).join(' or ')
    return `switch ${name} is ${value}, could be ${others}`
  })
  return [`${row.id}: ${row.gap} ${row.takes}`, ...turnable].join('; ')
}
