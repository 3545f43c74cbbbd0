import { resourceOf } from '../../resources/registry.ts'
import { shownFields } from '../rows/read/shown-fields.ts'
import type { AcceptedWrite } from './write-log.ts'

/** A write as it is shown without a key or a login: secrets in the fields that identify its records are `***`. */
export function shownWrite(write: AcceptedWrite): AcceptedWrite {
  const changes = write.changes.map((change) => {
    return change.resource === 'File' ? change : { ...change, key: shownFields(resourceOf(change.resource), change.key) }
  })
  return { ...write, changes }
}
