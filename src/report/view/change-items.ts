import type { RecordChange } from '../../diff/change.ts'
import { resourceOf } from '../../resources/registry.ts'
import { isOn } from '../../resources/scalar.ts'
import { fieldWord } from '../field-words.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { FindingInput, Item } from './finding-item.ts'
import type { RootView } from './root-view.ts'
import type { Unit } from './units.ts'

/** Removed and hidden root records, and what was changed in the store and is overwritten. */
export function changeItems({ roots, units }: Pick<FindingInput, 'roots' | 'units'>): readonly Item[] {
  const items: Item[] = []
  for (const unit of units) {
    const root = roots[unit.root]
    if (root === undefined || unit.view.change.action === 'cannot') continue
    // Most units are none of these.
    const first = removal(unit, root) ?? hiding(unit, root)
    const second = overwriting(unit, root)
    if (first !== null) items.push(first)
    if (second !== null) items.push(second)
  }
  return items
}

function removal(unit: Unit, root: RootView): Item | null {
  const { change } = unit.view
  // A file that is removed is a risk of its own.
  if (unit.at !== -1 || change.action !== 'remove' || change.kind === 'file') return null
  return item('removal', unit, { many: 'records are removed', sentence: `${nameOf(root)} is removed.` })
}

function hiding(unit: Unit, root: RootView): Item | null {
  const { change } = unit.view
  if (unit.at !== -1 || change.kind !== 'record' || change.action !== 'update') return null
  if (unit.field === null || unit.field !== resourceOf(change.resource).hiddenBy) return null
  const flag = change.fields.find(({ field }) => field === unit.field)
  if (flag === undefined || !isOn(flag.after ?? '') || isOn(flag.before ?? '')) return null
  return item('hides', unit, { many: 'records are hidden', sentence: `${nameOf(root)} is hidden${whyHidden(change)}.` })
}

function whyHidden({ leaves, movedTo }: RecordChange): string {
  if (movedTo) return ` because it is ${sanitizeLine(movedTo.key)} now`
  return leaves === true ? ' because it is no longer in the catalogue' : ''
}

function overwriting(unit: Unit, root: RootView): Item | null {
  if (unit.origin !== 'store' && unit.origin !== 'both') return null
  const { kind, name, change } = unit.view
  const what =
    change.kind === 'record' && unit.field !== null
      ? fieldWord(change.resource, unit.field)
      : `${kind}${name === '' || unit.at === -1 ? '' : ` ${name}`}`
  const subject = unit.at === -1 && unit.field === null ? nameOf(root) : `${nameOf(root)}: ${what}`
  const isGone = change.kind !== 'grid' && change.action === 'create'
  const sentence = `${subject} was ${isGone ? 'removed in the store and is created again' : 'changed in the store and is overwritten'}.`
  return item('drift', unit, { many: 'values that somebody changed in the store are overwritten', sentence })
}

function item(kind: Item['kind'], unit: Unit, { many, sentence }: Pick<Item, 'many' | 'sentence'>): Item {
  return { kind, many, count: 1, units: [unit], weight: 0, sentence, place: unit.view.place }
}

function nameOf({ kind, key, title }: RootView): string {
  return title === '' || title === key ? `${kind} ${key}` : `${kind} ${key} "${title}"`
}
