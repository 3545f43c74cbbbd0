import { writtenDocument } from '../yaml/edit/written-entries.ts'
import type { Problem } from '../problems/problem.ts'
import type { RootedChange } from '../diff/change.ts'
import type { DiffContext } from '../diff/diff-context.ts'
import { diffRoot } from '../diff/diff-root.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { counted, type OnRecords } from '../records/counted-records.ts'
import { type RecordSource, recordSource } from '../records/record-source.ts'
import { keyOf } from '../records/named-fields.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ChangedRecord } from './edit-existing.ts'
import { desiredOf, isRecordSection, type LiveSources, type RecordSection, sectionNames } from './live-records.ts'
import type { Refusals } from './refusals.ts'
import { partOf, partsOfChange } from './unit.ts'
import type { Texts } from './written-catalogue.ts'

/** The records of a catalogue and of a store, by section. */
export type BothSides = Readonly<
  Record<RecordSection, { readonly desired: RecordSource<DesiredRecord>; readonly live: RecordSource<RecordTree> }>
>

/** Opens both sides for look-ups. */
export function bothSides({ desired }: { readonly desired: DesiredSources }, live: LiveSources): BothSides {
  const sideOf = (section: RecordSection): BothSides[RecordSection] => ({
    desired: desiredOf(desired, section),
    live: recordSource(live[section]),
  })
  return { groups: sideOf('groups'), categories: sideOf('categories'), products: sideOf('products') }
}

/**
 * The records that are in the catalogue and the store and differ, with the parts that differ. Refused parts are skipped. For a new record
 * (`isNew`), only changes that a plan would perform count.
 */
export function differencesOf(
  sides: BothSides,
  {
    refusals,
    capabilities,
    locate,
    isNew,
    onRecords,
  }: {
    readonly refusals: Refusals
    readonly capabilities: Capabilities
    readonly locate: DiffContext['locate']
    readonly isNew: (section: RecordSection, key: string) => boolean
    readonly onRecords?: OnRecords | undefined
  },
): readonly ChangedRecord[] {
  const context: DiffContext = { capabilities, locate }
  return sectionNames.flatMap((section) => {
    const there = sides[section].live
    return Array.from(counted(sides[section].desired, onRecords), (desired): ChangedRecord[] => {
      const key = keyOf(desired)
      const record = there.get(key)
      if (!record) return []
      const changes = diffRoot({ desired, live: record, base: undefined }, context)
      const counted = isNew(section, key) ? changes.filter(({ action }) => action !== 'cannot') : changes
      const parts = new Map(counted.toReversed().flatMap((change) => partsOfChange(change, key).map((part) => [part, change] as const)))
      const open = [...parts].filter(([part]) => !refusals.isRefused({ section, key, part }))
      if (open.length === 0) return []
      const different = open.map(([part, change]) => ({ part, differs: differenceReason(change, part) })).toReversed()
      return [{ section, key, parts: different }]
    }).flat()
  })
}

/** The reason why a part is left to the store: no document can express its value. */
function differenceReason(change: RootedChange, part: string): string {
  if (change.kind === 'grid') return 'no document can express these price entries'
  const { resource, key, fields, action } = change
  const field = fields.find((each) => partOf(each.field) === part) ?? fields[0]
  if (action === 'update' && field) {
    return `${field.field} is ${quoted(field.before)} in the store, which no document can express: it would be ${quoted(field.after)}`
  }
  return `no document can express the ${resource} of the store (${Object.values(key).join(' / ')})`
}

function quoted(value: string | null): string {
  return value === null || value === '' ? 'empty' : JSON.stringify(value)
}

/** Refuses the parts of entries that contain errors; false where no error is in a part that was not refused before. */
export function refuseProblems(problems: readonly Problem[], texts: Texts, refusals: Refusals): boolean {
  const documents = new Map([...new Set(problems.map(({ at }) => at.file))].map((file) => [file, writtenDocument(texts.get(file) ?? '')]))
  const refused = problems.map(({ at, message }) => {
    const place = documents.get(at.file)?.placeOf(at.start)
    if (!place) return false
    const { section, key } = place
    if (section === 'price_lists') return refusals.refuse({ section, key, part: null }, message)
    if (!isRecordSection(section)) return false
    return refusals.refuse({ section, key, part: place.part === null ? null : partOf(place.part) }, message)
  })
  return refused.includes(true)
}
