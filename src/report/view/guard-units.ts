import type { GuardCase, GuardResult } from '../../plan/guards/guard-result.ts'
import { addressOf } from '../../records/address.ts'
import type { GuardName } from '../../records/guard-limits.ts'
import type { RootView } from './root-view.ts'
import { partsOfUnits, type Unit } from './units.ts'

/**
 * What the cases of a guard are about. A case of `open_access` names a root record of which only rows change, one
 * of `empty_category` a category that need not change: its units are the changes that take products out of it, or else hide them.
 */
export function guardUnits(
  { guard, cases }: Pick<GuardResult, 'guard' | 'cases'>,
  all: { readonly units: readonly Unit[]; readonly roots: readonly RootView[] },
): readonly Unit[] {
  if (cases.length === 0) return []
  const units = partsOfUnits(all.units, all.roots)
  const named = new Set(cases.map(({ address }) => address))
  const nameOf = nameOfUnit[guard] ?? changeAddress
  const byName = Map.groupBy(
    units.filter((unit) => named.has(nameOf(unit))),
    nameOf,
  )
  const unitsOf = ({ address, source }: GuardCase): readonly Unit[] => {
    const own = byName.get(address)
    return own ?? (guard === 'empty_category' && source !== null ? units.filter((unit) => isAt(unit, source)) : [])
  }
  return [...new Set(cases.flatMap(unitsOf))]
}

/** The address in a case of a guard that a unit belongs to; of other guards that of its change. */
const nameOfUnit: Partial<Record<GuardName, (unit: Unit) => string>> = { open_access: openedRoot, empty_category: leftCategory }

function changeAddress({ view: { change } }: Unit): string {
  return change.address
}

/** The address of the root whose access a change opens; empty: none. */
function openedRoot({ view: { change } }: Unit): string {
  return change.kind === 'record' && change.opensAccess === true ? change.root.address : ''
}

/** The address of the category that a change takes a product out of; empty: none. */
function leftCategory({ view: { change } }: Unit): string {
  if (change.kind !== 'record' || change.action !== 'remove') return ''
  const code = change.key['cat_code']
  return code === undefined ? '' : addressOf('Cat', { code })
}

function isAt({ view: { change } }: Unit, { file, line }: NonNullable<GuardCase['source']>): boolean {
  return change.source?.file === file && change.source.line === line
}
