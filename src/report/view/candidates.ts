import { hash } from 'node:crypto'
import type { Change, FieldChange, RecordChange, UsedDefinition } from '../../diff/change.ts'
import { formatPrice } from '../amounts.ts'
import { fieldWord, valueWords } from '../field-words.ts'
import { isPriceField } from '../is-price-field.ts'
import { kindOf, subjectOf } from '../kinds.ts'
import { linePlaceText } from '../place-text.ts'
import { sanitizeLine } from '../sanitize.ts'
import { cutMiddle } from '../text-width.ts'
import type { CauseKind } from './cause-view.ts'
import { type IsRepeated, repeatedEdits } from './repeated-edits.ts'
import { type FindReferred, type Referred, referencesOf, referredRoots } from './references.ts'
import { repeatedReplacements, type ReplacedRow, replacementName, replacementWords } from './replaced-rows.ts'
import type { RootView } from './root-view.ts'
import type { Unit } from './units.ts'

/** A cause in words. */
export interface CauseName {
  readonly key: string
  readonly title: string
  readonly place: string
}

/** Something that a unit may have in common with others: the same object for the same cause. Most units have it in common with none, so it is worded only then. */
export interface Candidate {
  readonly kind: CauseKind
  readonly name: () => CauseName
}

const longestValue = 30
const none: readonly Candidate[] = []

/** The candidate of a kind with this id, as a list of one: the same each time, because a plan may have millions of units. */
type Intern = (kind: CauseKind, id: string, name: () => CauseName) => readonly Candidate[]

function openIntern(): Intern {
  const byKind = new Map<CauseKind, Map<string, readonly Candidate[]>>()
  return (kind, id, name) => {
    const candidates = byKind.get(kind) ?? new Map<string, readonly Candidate[]>()
    byKind.set(kind, candidates)
    const known = candidates.get(id)
    if (known !== undefined) return known
    const made = [{ kind, name }]
    candidates.set(id, made)
    return made
  }
}

interface Known {
  readonly intern: Intern
  readonly isRepeated: IsRepeated
  readonly replaced: ReturnType<typeof repeatedReplacements>
  /** `null` where the plan creates and removes no root record. */
  readonly findReferred: FindReferred | null
}

/** What each unit may have in common with others, the nearest first. What cannot be applied has nothing. */
export function candidatesOf(roots: readonly RootView[]): (unit: Unit) => readonly Candidate[] {
  const known: Known = {
    intern: openIntern(),
    isRepeated: repeatedEdits(roots),
    replaced: repeatedReplacements(roots),
    findReferred: referredRoots(roots),
  }
  const ofRoots = new Map<number, readonly Candidate[]>()
  return (unit) => {
    const { own } = roots[unit.root] ?? {}
    if (unit.view.change.action === 'cannot') return []
    if (!own || own.change.action === 'update' || own.change.action === 'cannot') return unitCandidates(unit, known)
    const candidates = ofRoots.get(unit.root) ?? rootCandidates(own.change, known)
    ofRoots.set(unit.root, candidates)
    return candidates
  }
}

const store: Candidate = { kind: 'store', name: () => ({ key: 'store', title: 'changed in the store', place: '' }) }

/** Those of a root record or file that is created or removed, and of all that belongs to it. */
function rootCandidates(change: Change, known: Known): readonly Candidate[] {
  if (change.origin === 'store') return [store]
  const referred = change.kind === 'record' ? known.findReferred?.(change.resource, change.root.key) : undefined
  return [...(referred === undefined ? [] : referredCandidates(referred, known)), ...folderCandidates(change, known)]
}

function unitCandidates({ view, field, origin }: Unit, known: Known): readonly Candidate[] {
  const { change } = view
  if (origin === 'store') return [store]
  if (change.kind === 'file') return folderCandidates(change, known)
  const { definitions } = change
  const { findReferred } = known
  const edits = editCandidates(change, field, known)
  const replaced = known.replaced.get(change)
  if (replaced !== undefined) return [...replacedCandidate(replaced, known), ...edits]
  if (definitions === undefined && findReferred === null) return edits
  const referred = findReferred === null ? [] : referencesOf(change, field).flatMap(([resource, key]) => findReferred(resource, key) ?? [])
  return [...definitionCandidates(definitions, field, known), ...referred.flatMap((each) => referredCandidates(each, known)), ...edits]
}

function definitionCandidates(definitions: readonly UsedDefinition[] = [], field: string | null, { intern }: Known): readonly Candidate[] {
  return definitions
    .filter(({ fields }) => field === null || fields === undefined || fields.includes(field))
    .flatMap(({ kind, name, source }) =>
      intern(kind, name, () => {
        const title = sanitizeLine(`${kind} ${name}`.trimEnd())
        return { key: title, title, place: linePlaceText(source) }
      }),
    )
}

const referredKinds: Readonly<Record<string, CauseKind>> = { Cat: 'category', UserGroups: 'group' }

function referredCandidates({ resource, key, action, root }: Referred, { intern }: Known): readonly Candidate[] {
  const kind = referredKinds[resource]
  if (kind === undefined) return []
  return intern(kind, key, () => {
    const title = sanitizeLine(`${kind} ${key}`)
    return { key: title, title: `${action === 'create' ? 'new' : 'removed'} ${title}`, place: root.place }
  })
}

/** The same edit of several roots: of a field, or of a row with the same name. */
function editCandidates(change: Change, field: string | null, known: Known): readonly Candidate[] {
  if (change.kind !== 'record') return []
  if (field !== null) {
    const edit = change.fields.find((each) => each.field === field)
    return edit === undefined ? [] : fieldCandidate(change, edit, known)
  }
  return change.action === 'create' || change.action === 'remove' ? rowCandidate(change, known) : []
}

function rowCandidate(change: RecordChange, { intern }: Known): readonly Candidate[] {
  const { action, resource } = change
  const { sku: _, ...names } = change.key
  const id = `${action} ${resource} ${Object.values(names).join(' ')}`.trimEnd()
  const nameOf = (): CauseName => {
    const noun = kindOf(subjectOf(change)).one
    const name = sanitizeLine(Object.values(names).join(' '))
    const title = `${action === 'create' ? 'new' : 'removed'} ${noun} ${name}`.trimEnd()
    return { key: sanitizeLine(`label ${id}`), title, place: '' }
  }
  return intern('label', id, nameOf)
}

/** A row that another one replaces in several roots: both are one edit. */
function replacedCandidate(row: ReplacedRow, { intern }: Known): readonly Candidate[] {
  const [definition] = row.created.definitions ?? []
  const id = replacementName(row)
  return intern('label', id, () => ({
    key: sanitizeLine(`label ${id}`),
    title: replacementWords(row),
    place: linePlaceText(definition?.source ?? null),
  }))
}

/** Most edits of a large plan are made once: a candidate for each would take as much memory as the plan. */
function fieldCandidate(record: RecordChange, edit: FieldChange, known: Known): readonly Candidate[] {
  return known.isRepeated(record.resource, edit) ? repeatedCandidate(record, edit, known) : none
}

function repeatedCandidate(record: RecordChange, { field, before, after }: FieldChange, { intern }: Known): readonly Candidate[] {
  const { resource } = record
  const shown = (value: string | null): string => {
    const text = isPriceField(resource, field) ? formatPrice(value ?? '') : (value ?? '')
    return text === '' ? 'none' : cutMiddle(valueWords(resource, field, text), longestValue)
  }
  // The length keeps apart what ends in the value before from what begins the value after.
  return intern(
    'label',
    `field ${resource}.${field} ${before?.length ?? 'none'} ${before ?? ''}${after === null ? '' : `=${after}`}`,
    () => ({
      key: `label ${resource}.${sanitizeLine(field)} ${hash('sha256', JSON.stringify([before, after])).slice(0, 12)}`,
      title: `${kindOf(subjectOf(record)).one} ${fieldWord(resource, field)} ${shown(before)} \u2192 ${shown(after)}`,
      place: '',
    }),
  )
}

/** The document that declares or declared a root record, then its folder; the folder of a file in the store. */
function folderCandidates(change: Change, { intern }: Known): readonly Candidate[] {
  const candidate = (path: string): readonly Candidate[] =>
    intern('folder', `${change.action} ${path}`, () => {
      const words = { create: 'new in', update: 'changed in', remove: 'removed from', cannot: 'in' }[change.action]
      const shown = path === '/' ? 'the catalogue folder' : sanitizeLine(path)
      return { key: `folder ${change.action} ${sanitizeLine(path)}`, title: `${words} ${shown}`, place: '' }
    })
  if (change.kind === 'file') return candidate(`${folderOf(change.file.path)}/`)
  if (change.source === null) return candidate(change.root.resource)
  const { file } = change.source
  return [...candidate(file), ...candidate(`${folderOf(file)}/`)]
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
