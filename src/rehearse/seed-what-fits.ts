import type { RunningEmulator } from '../emulator/emulator-options.ts'
import { OperationalError } from '../errors.ts'
import { addressOf } from '../records/address.ts'
import { childNames } from '../records/child-names.ts'
import { keyNames, linked } from '../records/row-identity.ts'
import type { RecordTree } from '../resources/record-tree.ts'

/** The embedded store that is seeded. */
export type Seeded = Pick<RunningEmulator, 'seed'>

/**
 * Seeds the records without the values that the embedded store refuses, and without the rows that it refuses for their key: a record that is missing as a whole
 * would be created in a rehearsal. Returns what is left out, each as a sentence.
 */
export function seedWhatFits(records: readonly RecordTree[], to: Seeded): readonly string[] {
  if (refusalOf(records, to) === null) return []
  const [record, ...others] = records
  if (record === undefined || others.length > 0) return records.flatMap((each) => seedWhatFits([each], to))
  const { notes, isSeeded } = seedRow({ ...record, children: {} }, to)
  if (!isSeeded) return notes
  const rows = childNames(record.children).flatMap((name) => record.children[name] ?? [])
  return [...notes, ...rows.flatMap((row) => seedWhatFits([linked(row, record)], to))]
}

/** Seeds one row; a value that is refused is left out, and the row where that is one of its key. */
function seedRow(row: RecordTree, to: Seeded): { readonly notes: readonly string[]; readonly isSeeded: boolean } {
  const address = addressOf(row.resource, row.fields)
  const notes: string[] = []
  const fields = { ...row.fields }
  for (;;) {
    const error = refusalOf([{ ...row, fields }], to)
    if (error === null) return { notes, isSeeded: true }
    const field = String(error.context['field'])
    if (fields[field] === undefined || keyNames(row.resource).includes(field)) {
      return { notes: [`${address} is not in the copy. ${error.message}`], isSeeded: false }
    }
    notes.push(`${address} has no ${field} in the copy. ${error.message}`)
    delete fields[field]
  }
}

/** Why the embedded store refuses these records, of which it then has none; `null` where they are seeded. */
function refusalOf(records: readonly RecordTree[], to: Seeded): OperationalError | null {
  try {
    to.seed(records)
    return null
  } catch (error) {
    if (error instanceof OperationalError && error.code === 'wrong-usage') return error
    throw error
  }
}
