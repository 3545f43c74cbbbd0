import { formatSpec, type SpecNode } from '../../wire/spec.ts'
import type { IncomingRecord } from '../data-api/body-parser.ts'
import type { DataAnswer } from '../data-api/data-answer.ts'
import type { DataContext } from '../data-api/data-context.ts'
import { readRows } from '../data-api/read-rows.ts'
import { resultSetText } from '../data-api/result-set-text.ts'
import { storedValues } from '../data-api/stored-values.ts'
import { viewOf } from '../data-api/view.ts'
import { invalidValue, StoreFault } from '../store-fault.ts'
import { canonicalNames } from './keys.ts'
import { deniedResource, insertKey, type NewKey, randomKey, type StoredKey } from './stored-keys.ts'

/** A POST of ApiAccess, and the key that came with it. */
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
  if (!found) throw invalidValue('ApiAccess', field, `${JSON.stringify(names.join(',').slice(0, 60))} names a resource that does not exist`)
  return found
}

function endOf(values: Values, access: StoredKey): string | null {
  const given = values.get('expires') ?? ''
  if (given === '') return access.expires
  if (access.expires !== null && given > access.expires) {
    throw invalidValue('ApiAccess', 'expires', 'is later than the end of the key that makes this one')
  }
  return given
}

/** What a new key is granted: never more than the key that makes it has (assumptions.md R39). */
function newKey(values: Values, access: StoredKey): NewKey {
  for (const field of ['code', 'key'] as const) {
    if ((values.get(field) ?? '') !== '') throw invalidValue('ApiAccess', field, 'is made by the store; a key that exists is not changed')
  }
  const asked = namesOf(values, 'resources')
  const beyond = deniedResource(access, asked)
  if (beyond) throw new StoreFault(403, `This key has no access to ${beyond}, so it cannot grant it`)
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
 * POST of ApiAccess (platform.md, "Application key": a key that has access to it creates further keys): all or none. The
 * answer is the one place that shows the new keys, so it is a ResultSet whatever `writeReply` says (assumptions.md R39).
 */
export function postApiAccess(context: DataContext, { records, spec, specText, access }: Asked): DataAnswer {
  const { statements, switches } = context
  const wanted = records.map((record) => newKey(storedValues(record, switches), access))
  const made = statements.whole(() => new Map(wanted.map((key) => [insertKey(statements, key), key.key] as const)))
  const view = viewOf({ spec, specText, fields: null }, switches)
  const where = 't.code IN (SELECT value FROM json_each(?))'
  const level = readRows(context, view, { where, parameters: [JSON.stringify([...made.keys()])], limit: made.size, offset: 0 })
  const keyAt = view.columns.indexOf('key')
  const rows = level.rows.map((row) => row.with(keyAt, made.get(String(row[0])) ?? null))
  const pieces = resultSetText({ ...level, rows }, { spec: formatSpec(spec), start: 0, total: rows.length }, context)
  return { status: switches.writeReply === '201' ? 201 : 200, headers: {}, pieces }
}

/** 400: PUT of ApiAccess would change what a key may do; the administration tool does that. */
export function refuseKeyChange(): never {
  throw new StoreFault(400, 'An application key that exists is not changed through the API')
}
