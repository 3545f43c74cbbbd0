import { childNames } from '../records/child-names.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import type { Idempotency } from './step.ts'

const worst: readonly Idempotency[] = ['keyed', 'by-id', 'insert']

function ofRow({ resource, fields }: RecordTree, capabilities: Capabilities): Idempotency {
  const { key, identity, upsertBy } = resourceOf(resource)
  if (identity === 'own') return 'keyed'
  if (identity === 'assigned') return key !== null && (fields[key] ?? '') !== '' ? 'by-id' : 'insert'
  return upsertBy !== undefined && capabilities[upsertBy] !== 'unknown' ? 'keyed' : 'insert'
}

/** How a body may be sent again: like its worst row, nested ones included (semantics.md 14). */
export function bodyIdempotency(records: readonly RecordTree[], capabilities: Capabilities): Idempotency {
  let most = 0
  for (const record of records) {
    most = Math.max(most, worst.indexOf(ofRow(record, capabilities)))
    for (const name of childNames(record.children)) {
      most = Math.max(most, worst.indexOf(bodyIdempotency(record.children[name] ?? [], capabilities)))
    }
  }
  return worst[most] ?? 'insert'
}
