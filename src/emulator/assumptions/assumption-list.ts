import type { AssumptionRow } from './assumption-row.ts'
import { assumptions, type Switches } from './switches.ts'
import { assumptionsOfAccess } from './rows-of-access.ts'
import { assumptionsOfReads } from './rows-of-reads.ts'
import { assumptionsOfWrites } from './rows-of-writes.ts'

/** A row of docs/assumptions.md with its switches and their values. */
export interface AssumptionEntry extends AssumptionRow {
  /** Its switches; none if the row is a fixed default. The first value is the default. */
  readonly switches: readonly { readonly name: string; readonly doc: string; readonly values: readonly string[]; readonly value: string }[]
}

const rows: readonly AssumptionRow[] = [...assumptionsOfWrites, ...assumptionsOfReads, ...assumptionsOfAccess]

/** Every row of docs/assumptions.md, in its order, with the given values of the switches. */
export function assumptionList(switches: Switches): readonly AssumptionEntry[] {
  const values: Readonly<Record<string, string>> = switches
  const all = Object.entries(assumptions)
  return rows.map((row) => ({
    ...row,
    switches: all
      .filter(([, { id }]) => id === row.id)
      .map(([name, { doc, values: possible }]) => ({ name, doc, values: possible, value: values[name] ?? possible[0] })),
  }))
}

/** Why a request was refused, for the header `X-Emulator-Reason`: the row, and the switch that would allow it, if any. */
export function reasonText(id: string, switches: Switches): string {
  const row = assumptionList(switches).find((entry) => entry.id === id)
  if (!row) return id
  const switchTexts = row.switches.map(({ name, value, values }) => {
    const others = values.filter((other) => other !== value).join(' or ')
    return `switch ${name} is ${value}, could be ${others}`
  })
  return [`${row.id}: ${row.gap} ${row.takes}`, ...switchTexts].join('; ')
}
