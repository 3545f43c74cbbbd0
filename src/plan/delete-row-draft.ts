import type { RecordChange } from '../diff/change.ts'
import type { Draft } from './draft.ts'

/** The draft that deletes the row of a change; nothing is provided or wanted. */
export function deleteRowDraft({ resource, key, address, root }: RecordChange, how: Pick<Draft, 'stage' | 'title' | 'after'>): Draft {
  return {
    ...how,
    idempotency: 'delete',
    action: { kind: 'delete-row', resource, where: key },
    changes: [address],
    roots: [root.address],
    provides: [],
    wants: [],
  }
}
