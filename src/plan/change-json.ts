import type { Change, FieldChange, RecordChange } from '../diff/change.ts'
import { canonicalJson, canonicalList, canonicalObject } from '../records/canonical-json.ts'
import type { Fields } from '../resources/resource.ts'
import { rememberLast } from '../source/remember-last.ts'
import { isObject } from '../source/is-object.ts'

/**
 * The canonical JSON of a change without what does not change what is written: where it is declared and what it comes from, who made it, and what was applied before,
 * which another machine may not know.
 */
export function changeJson(change: Change): string {
  return isPlain(change) ? plainJson(change) : canonicalObject(change, partOfChange)
}

function partOfChange(part: unknown, name: string): string | undefined {
  switch (name) {
    case 'source':
    case 'origin':
    case 'definitions':
    case 'priceLines':
      return undefined
    // One object for all changes of a root.
    case 'root':
      return typeof part === 'object' && part !== null ? rootJson(part) : canonicalJson(part)
    // By its parts, not by its kind: the hash is calculated of damaged files too.
    case 'fields':
      return Array.isArray(part) ? canonicalList(part, fieldJson) : canonicalJson(part)
    default:
      return canonicalJson(part)
  }
}

const rootJson = rememberLast<object, string>(canonicalJson)

/** What was applied before is not known on another machine. */
function fieldJson(field: unknown): string {
  return isObject(field) ? canonicalObject(field, partOfField) : canonicalJson(field)
}

function partOfField(part: unknown, name: string): string | undefined {
  return name === 'field' || name === 'before' || name === 'after' ? canonicalJson(part) : undefined
}

/** The parts of most changes of a large plan: updates and creations of one record. */
const plainTexts: ReadonlySet<string> = new Set(['kind', 'address', 'action', 'resource', 'origin'])
const plainParts: ReadonlySet<string> = new Set(['root', 'key', 'fields', 'source', 'definitions', 'priceLines'])
const plainRoot: ReadonlySet<string> = new Set(['address', 'resource', 'key', 'title'])
const plainField: ReadonlySet<string> = new Set(['field', 'before', 'after', 'base'])
const nothing: ReadonlySet<string> = new Set()

/** True for the change of a record that has these parts only. By its parts: the hash is calculated of damaged files too. */
function isPlain(change: Change): change is RecordChange {
  if (change.kind !== 'record' || !hasOnly(change, plainTexts, plainParts) || !hasOnly(change.root, plainRoot)) return false
  return isFields(change.key) && Array.isArray(change.fields) && change.fields.every((field) => hasOnly(field, plainField))
}

/** True for an object with values of these names, and `parts`, which can be objects. */
function hasOnly(value: unknown, names: ReadonlySet<string>, parts = nothing): boolean {
  if (!isObject(value)) return false
  for (const name in value)
    if (!parts.has(name) && (!names.has(name) || (typeof value[name] === 'object' && value[name] !== null))) return false
  return true
}

/** True for an object of texts. `__proto__` is no member like others: an object that is given one has another prototype. */
function isFields(value: unknown): boolean {
  if (!isObject(value)) return false
  for (const name in value) if (typeof value[name] !== 'string' || name === '__proto__') return false
  return true
}

/** With the names in order the engine writes the text, in half the time. */
function plainJson({ action, address, fields, key, kind, resource, root }: RecordChange): string {
  const { address: rootAddress, key: rootKey, resource: rootResource, title } = root
  return JSON.stringify({
    action,
    address,
    fields: fields.map(inOrder),
    key: sorted(key),
    kind,
    resource,
    root: { address: rootAddress, key: rootKey, resource: rootResource, title },
  })
}

/** The same key with its names in code unit order; most have one or two. */
function sorted(key: Fields): Fields {
  const names = Object.keys(key)
  if (names.length < 2) return key
  const ordered: Record<string, string> = {}
  for (const name of names.toSorted()) ordered[name] = key[name] ?? ''
  return ordered
}

function inOrder({ after, before, field }: FieldChange): Pick<FieldChange, 'after' | 'before' | 'field'> {
  return { after, before, field }
}
