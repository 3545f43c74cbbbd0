import { createHash } from 'node:crypto'
import type { Change, FieldChange, UsedDefinition } from '../../diff/change.ts'
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

/** Something that a unit may have in common with others. */
export interface Candidate {
  readonly key: string
  readonly kind: CauseKind
  readonly title: string
  readonly place: string
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

const store: Candidate = { key: 'store', kind: 'store', title: 'changed in the store', place: '' }

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
    .map(({ kind, name, source }) => {
      const title = sanitizeLine(`${kind} ${name}`.trimEnd())
      return { key: title, kind, title, place: sanitizeLine(`${source.file}:${source.line}`) }
    })
}

const referredKinds: Readonly<Record<string, CauseKind>> = { Cat: 'category', UserGroups: 'group' }

function referredCandidates({ resource, key, action, root }: Referred): readonly Candidate[] {
  const kind = referredKinds[resource]
  if (kind === undefined) return []
  const title = sanitizeLine(`${kind} ${key}`)
  return [{ key: title, kind, title: `${action === 'create' ? 'new' : 'removed'} ${title}`, place: root.place }]
}

/** The same edit of several roots: of a field, or of a row with the same name. */
function editCandidates(change: Change, field: string | null): readonly Candidate[] {
  if (change.kind !== 'record') return []
  const noun = kindOf(subjectOf(change)).one
  if (field !== null) return change.fields.filter((each) => each.field === field).map((each) => fieldCandidate(change.resource, noun, each))
  if (change.action !== 'create' && change.action !== 'remove') return []
  const { sku: _, ...names } = change.key
  const name = Object.values(names).join(' ')
  const key = sanitizeLine(`label ${change.action} ${change.resource} ${name}`.trimEnd())
  return [
    { key, kind: 'label', title: sanitizeLine(`${change.action === 'create' ? 'new' : 'removed'} ${noun} ${name}`.trimEnd()), place: '' },
  ]
}

function fieldCandidate(resource: Extract<Change, { kind: 'record' }>['resource'], noun: string, change: FieldChange): Candidate {
  const { field, before, after } = change
  const shown = (value: string | null): string => {
    const text = isPriceField(resource, field) ? formatPrice(value ?? '') : (value ?? '')
    return text === '' ? 'none' : cutMiddle(valueWords(resource, field, text), longestValue)
  }
  const edit = `${fieldWord(resource, field)} ${shown(before)} \u2192 ${shown(after)}`
  const digest = createHash('sha256')
    .update(JSON.stringify([before, after]))
    .digest('hex')
    .slice(0, 12)
  return { key: `label ${resource}.${sanitizeLine(field)} ${digest}`, kind: 'label', title: `${noun} ${edit}`, place: '' }
}

/** The document that declares or declared a root record, then its folder; the folder of a file in the store. */
function folderCandidates(change: Change): readonly Candidate[] {
  const words = { create: 'new in', update: 'changed in', remove: 'removed from', cannot: 'in' }[change.action]
  const candidate = (path: string): Candidate => {
    const name = path === '' ? 'the catalogue folder' : sanitizeLine(path)
    return { key: `folder ${change.action} ${sanitizeLine(path)}`, kind: 'folder', title: `${words} ${name}`, place: '' }
  }
  if (change.kind === 'file') return [candidate(`${folderOf(change.file.path)}/`)]
  if (change.source === null) return [candidate(change.root.resource)]
  const { file } = change.source
  return [candidate(file), candidate(`${folderOf(file)}/`)]
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
