import { createHash } from 'node:crypto'
import type { Change, FieldChange, RecordChange, UsedDefinition } from '../../diff/change.ts'
import { formatPrice } from '../amounts.ts'
import { fieldWord, valueWords } from '../field-words.ts'
import { isPriceField } from '../is-price-field.ts'
import { kindOf, subjectOf } from '../kinds.ts'
import { sanitizeLine } from '../sanitize.ts'
import { cutMiddle } from '../text-width.ts'
import type { CauseKind } from './cause-view.ts'
import { type FindReferred, type Referred, referencesOf, referredRoots } from './references.ts'
import type { RootView } from './root-view.ts'
import type { Unit } from './units.ts'

/** A cause in words. */
export interface CauseName {
  readonly key: string
  readonly title: string
  readonly place: string
}

/** Something that a unit may have in common with others. Most units have it in common with none, so it is worded only then. */
export interface Candidate {
  readonly kind: CauseKind
  /** Equal for the same cause, with its kind. */
  readonly id: string
  readonly name: () => CauseName
}

const longestValue = 30

/** What each unit may have in common with others, the nearest first. What cannot be applied has nothing. */
export function candidatesOf(roots: readonly RootView[]): (unit: Unit) => readonly Candidate[] {
  const findReferred = referredRoots(roots)
  const ofRoots = new Map<number, readonly Candidate[]>()
  return (unit) => {
    const { own } = roots[unit.root] ?? {}
    if (unit.view.change.action === 'cannot') return []
    if (!own || own.change.action === 'update' || own.change.action === 'cannot') return unitCandidates(unit, findReferred)
    const known = ofRoots.get(unit.root) ?? rootCandidates(own.change, findReferred)
    ofRoots.set(unit.root, known)
    return known
  }
}

const store: Candidate = { kind: 'store', id: '', name: () => ({ key: 'store', title: 'changed in the store', place: '' }) }

/** Those of a root record or file that is created or removed, and of all that belongs to it. */
function rootCandidates(change: Change, findReferred: FindReferred): readonly Candidate[] {
  if (change.origin === 'store') return [store]
  const referred = change.kind === 'record' ? findReferred(change.resource, change.root.key) : undefined
  return [...(referred === undefined ? [] : referredCandidates(referred)), ...folderCandidates(change)]
}

function unitCandidates({ view, field, origin }: Unit, findReferred: FindReferred): readonly Candidate[] {
  const { change } = view
  if (origin === 'store') return [store]
  if (change.kind === 'file') return folderCandidates(change)
  const referred = referencesOf(change, field).flatMap(([resource, key]) => findReferred(resource, key) ?? [])
  return [...definitionCandidates(change.definitions, field), ...referred.flatMap(referredCandidates), ...editCandidates(change, field)]
}

function definitionCandidates(definitions: readonly UsedDefinition[] = [], field: string | null): readonly Candidate[] {
  return definitions
    .filter(({ fields }) => field === null || fields === undefined || fields.includes(field))
    .map(({ kind, name, source }) => ({
      kind,
      id: name,
      name: () => {
        const title = sanitizeLine(`${kind} ${name}`.trimEnd())
        return { key: title, title, place: sanitizeLine(`${source.file}:${source.line}`) }
      },
    }))
}

const referredKinds: Readonly<Record<string, CauseKind>> = { Cat: 'category', UserGroups: 'group' }

function referredCandidates({ resource, key, action, root }: Referred): readonly Candidate[] {
  const kind = referredKinds[resource]
  if (kind === undefined) return []
  const title = sanitizeLine(`${kind} ${key}`)
  return [{ kind, id: key, name: () => ({ key: title, title: `${action === 'create' ? 'new' : 'removed'} ${title}`, place: root.place }) }]
}

/** The same edit of several roots: of a field, or of a row with the same name. */
function editCandidates(change: Change, field: string | null): readonly Candidate[] {
  if (change.kind !== 'record') return []
  if (field !== null) return change.fields.filter((each) => each.field === field).map((each) => fieldCandidate(change, each))
  const { action, resource } = change
  if (action !== 'create' && action !== 'remove') return []
  const { sku: _, ...names } = change.key
  const id = `${action} ${resource} ${Object.values(names).join(' ')}`.trimEnd()
  const noun = kindOf(subjectOf(change)).one
  const name = sanitizeLine(Object.values(names).join(' '))
  const title = `${action === 'create' ? 'new' : 'removed'} ${noun} ${name}`.trimEnd()
  return [{ kind: 'label', id, name: () => ({ key: sanitizeLine(`label ${id}`), title, place: '' }) }]
}

function fieldCandidate(record: RecordChange, { field, before, after }: FieldChange): Candidate {
  const { resource } = record
  const edit = JSON.stringify([before, after])
  const shown = (value: string | null): string => {
    const text = isPriceField(resource, field) ? formatPrice(value ?? '') : (value ?? '')
    return text === '' ? 'none' : cutMiddle(valueWords(resource, field, text), longestValue)
  }
  const name = (): CauseName => ({
    key: `label ${resource}.${sanitizeLine(field)} ${createHash('sha256').update(edit).digest('hex').slice(0, 12)}`,
    title: `${kindOf(subjectOf(record)).one} ${fieldWord(resource, field)} ${shown(before)} \u2192 ${shown(after)}`,
    place: '',
  })
  return { kind: 'label', id: `${resource}.${field} ${edit}`, name }
}

/** The document that declares or declared a root record, then its folder; the folder of a file in the store. */
function folderCandidates(change: Change): readonly Candidate[] {
  const candidate = (path: string): Candidate => ({
    kind: 'folder',
    id: `${change.action} ${path}`,
    name: () => {
      const words = { create: 'new in', update: 'changed in', remove: 'removed from', cannot: 'in' }[change.action]
      const shown = path === '/' ? 'the catalogue folder' : sanitizeLine(path)
      return { key: `folder ${change.action} ${sanitizeLine(path)}`, title: `${words} ${shown}`, place: '' }
    },
  })
  if (change.kind === 'file') return [candidate(`${folderOf(change.file.path)}/`)]
  if (change.source === null) return [candidate(change.root.resource)]
  const { file } = change.source
  return [candidate(file), candidate(`${folderOf(file)}/`)]
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
