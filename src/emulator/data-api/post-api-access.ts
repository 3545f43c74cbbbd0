import { formatSpec, type SpecNode } from '../../wire/spec.ts'
import { storeTime } from '../clock/store-time.ts'
import type { IncomingRecord } from '../rows/row-context.ts'
import type { Answer } from '../http/answer.ts'
import type { DataContext } from './data-context.ts'
import { levelsOf, readRows } from '../rows/read/read-rows.ts'
import { resultSetBytes } from './result-set-text.ts'
import { storedValues } from '../rows/write/stored-values.ts'
import { viewOf } from '../rows/read/view.ts'
import { invalidValue, StoreFault } from '../http/store-fault.ts'
import { canonicalNames } from '../keys/keys.ts'
import { deniedResource, insertKey, type NewKey, randomKey, type StoredKey } from '../keys/stored-keys.ts'

/** A POST of ApiAccess, and the key of the request. */
interface Asked {
  readonly records: readonly IncomingRecord[]
  readonly spec: SpecNode
  readonly specText: string
  readonly access: StoredKey
}

type Values = ReadonlyMap<string, string>

function namesOf(values: Values, field: string): ReturnType<typeof canonicalNames> & {} {
  const names = (values.get(field) ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const found = canonicalNames(names)
  if (!found)
    throw invalidValue(
      'ApiAccess',
      field,
      `${JSON.stringify(names.join(',').slice(0, 60))} contains a resource that does not exist`,
    ).because('R39')
  return found
}

function endOf(values: Values, access: StoredKey): string | null {
  const given = values.get('expires') ?? ''
  if (given === '') return access.expires
  if (access.expires !== null && given > access.expires) {
    throw invalidValue('ApiAccess', 'expires', 'is later than the expiry of the key of this request').because('R39')
  }
  return given
}

/** What a new key may access: never more than the key of the request (assumptions.md R39). */
function newKey(values: Values, access: StoredKey): NewKey {
  for (const field of ['code', 'key'] as const) {
    if ((values.get(field) ?? '') !== '')
      throw invalidValue('ApiAccess', field, 'is assigned by the store; an existing key cannot be changed').because('R39')
  }
  const asked = namesOf(values, 'resources')
  const beyond = deniedResource(access, asked)
  if (beyond) throw new StoreFault(403, `This key has no access to ${beyond} and cannot grant it`).because('R39')
  return {
    key: randomKey(),
    title: values.get('title') ?? '',
    origin: 'api',
    allowed: asked.length > 0 ? asked : access.allowed,
    denied: [...new Set([...access.denied, ...namesOf(values, 'deny')])],
    expires: endOf(values, access),
    files: access.files && (asked.length === 0 || access.allowed !== null),
  }
}

/**
 * POST of ApiAccess (platform.md, "Application key": a key that has access to it creates further keys), in one transaction. Only this
 * answer shows the new keys, so it is a ResultSet whatever the switch `writeReply` is (assumptions.md R39).
 */
export function postApiAccess(context: DataContext, { records, spec, specText, access }: Asked): Answer {
  const { statements, switches } = context
  const wanted = records.map((record) => newKey(storedValues(record, switches), access))
  const created = storeTime(context.now(), switches)
  const made = statements.whole(() => new Map(wanted.map((key) => [insertKey(statements, key, created), key.key] as const)))
  const view = viewOf({ spec, specText, fields: null }, switches)
  const where = 't.code IN (SELECT value FROM json_each(?))'
  const found = readRows(context, view, { where, parameters: [JSON.stringify([...made.keys()])], limit: made.size, offset: 0 })
  const keyAt = view.columns.indexOf('key')
  const rows = found.map((row) => row.with(keyAt, made.get(String(row[0])) ?? null))
  const frame = { spec: formatSpec(spec), start: 0, total: rows.length, returned: rows.length }
  const pieces = resultSetBytes({ view, levels: levelsOf(context, view, rows) }, frame, context)
  return { status: switches.writeReply === '201' ? 201 : 200, headers: {}, pieces }
}

/** 400 for a PUT of ApiAccess: only the administration tool changes what an existing key may access. */
export function refuseKeyChange(): never {
  throw new StoreFault(400, 'An existing application key cannot be changed through the API').because('R39')
}
