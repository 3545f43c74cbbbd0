import { invalidValue, recordNotFound, StoreFault } from '../../http/store-fault.ts'
import { addInventory } from './add-inventory.ts'
import { checkGrids } from './check-grids.ts'
import { comparableKey } from '../collation.ts'
import { commitWrite } from './commit-write.ts'
import { checkReferences } from './check-references.ts'
import { rowByKey } from './row-identity.ts'
import { saveRow } from './save-row.ts'
import { storedValues } from './stored-values.ts'
import type { IncomingRecord, RowContext } from '../row-context.ts'

/**
 * PUT `/<resource>/<key>`: changes one record (platform.md, "Data API operations"; assumptions.md W18 to W20) and
 * returns the number of its row. A key in the body must equal that of the address; a missing record is 404.
 */
export function putRecord(context: RowContext, records: readonly IncomingRecord[], key: string): number {
  const [record] = records
  if (!record || records.length > 1) throw new StoreFault(400, `PUT accepts one record, not ${records.length}`).because('W20')
  const { resource } = record
  const values = storedValues(record, context.switches)
  const given = resource.key === null ? undefined : values.get(resource.key)
  if (given !== undefined && comparableKey(given, context.switches) !== comparableKey(key, context.switches))
    throw invalidValue(resource.node, resource.key ?? '', 'is not the key of the address').because('W18')
  return commitWrite(context, (open) => {
    const row = rowByKey(context, resource, key)
    if (row === null && (context.switches.putMissing === '404' || resource.identity !== 'own'))
      throw recordNotFound(resource.node, key).because('W19')
    if (resource.key !== null && row === null) values.set(resource.key, key)
    const saved = saveRow(open, resource, { row, values })
    if (row === null) addInventory(open, resource, values)
    checkReferences(context, record)
    checkGrids(context, [record])
    return saved
  })
}
