import type { Hazard } from '../../plan/hazard.ts'
import { hazardGroups } from '../hazard-text.ts'
import type { FindingKind } from './finding-view.ts'
import type { Item } from './finding-item.ts'
import type { Unit } from './units.ts'

/** The kind of a hazard, and what several of them are. */
const words: Readonly<Record<Exclude<Hazard['kind'], 'price-slip'>, readonly [kind: FindingKind, many: string]>> = {
  'removes-variants': ['removal', 'products lose variants'],
  'removes-rows': ['removal', 'records lose rows'],
  'removes-file': ['removal', 'files are removed'],
  'removes-grid': ['removal', 'price grids are removed'],
  'opens-access': ['access', 'products lose their last access group'],
  'shows-hidden': ['shows', 'hidden records are shown'],
  'hides-grid': ['hazard', 'grids are off for a moment'],
  'bridge-price-low': ['hazard', 'forced prices do not apply for a moment'],
  'duplicates-in-store': ['hazard', 'grids have duplicate entries in the store'],
  'recreates-row': ['hazard', 'rows that the store has several times are inserted again'],
  'left-over': ['hazard', 'records have rows of a removed record in the store'],
  'dearer-meanwhile': ['hazard', 'products are dearer for a moment'],
  'mixes-audiences': ['hazard', 'products show prices to other groups for a moment'],
  'price-without-effect': ['hazard', 'prices have no effect'],
  'same-slug': ['hazard', 'slugs are those of other records'],
  'overwrites-file': ['hazard', 'files are overwritten'],
}

/** The hazards of a plan but those of decimal points; those that differ only in the record are one item. */
export function hazardItems(hazards: readonly Hazard[], byAddress: ReadonlyMap<string, readonly Unit[]>): readonly Item[] {
  return hazardGroups(hazards.filter(({ kind }) => kind !== 'price-slip')).flatMap(({ text, hazards: members }): readonly Item[] => {
    const [first] = members
    if (first === undefined || first.kind === 'price-slip') return []
    const [kind, many] = words[first.kind]
    const units = members.flatMap(({ address }) => byAddress.get(address) ?? [])
    return [{ kind, many, count: members.length, units, weight: members.length, sentence: text, place: units[0]?.view.place ?? '' }]
  })
}
