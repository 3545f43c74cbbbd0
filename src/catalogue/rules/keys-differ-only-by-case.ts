import type { Desired, DesiredRecord } from '../../records/desired.ts'
import type { Problem } from '../problem.ts'
import { everySellable, spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** No two keys are the same but for case or trailing space: a store may take them for one (semantics.md 9; assumptions.md W32). */
export const keysDifferOnlyByCase: Rule = {
  id: 'keys-differ-only-by-case',
  doc: 'No two codes of one kind differ only by upper and lower case or by spaces at the end.',
  severity: 'error',
  why: 'Many databases take such keys for one and the same, so that one record would overwrite the other. platform.md does not say which kind the store has (assumptions.md W32).',
  mend: 'Rename one of the two.',
  check: ({ desired }) => [
    ...lookAlikes('categories', desired.roots.Cat ?? [], 'code'),
    ...lookAlikes('customer groups', desired.roots.UserGroups ?? [], 'code'),
    ...sellableLookAlikes(desired),
  ],
}

/** Skus and variant codes are one name space. */
function sellableLookAlikes(desired: Desired): Problem[] {
  return lookAlikes('products or variants', everySellable(desired), null)
}

function lookAlikes(kind: string, records: Iterable<DesiredRecord>, field: string | null): Problem[] {
  const first = new Map<string, DesiredRecord>()
  const problems: Problem[] = []
  for (const record of records) {
    const [name, key] = keyOf(record, field)
    const folded = key.trimEnd().toLowerCase()
    const known = first.get(folded)
    if (!known) first.set(folded, record)
    const [knownName, knownKey] = keyOf(known ?? record, field)
    if (knownKey === key) continue
    problems.push({
      rule: 'keys-differ-only-by-case',
      severity: 'error',
      message: `the ${kind} "${knownKey}" and "${key}" differ only by case or by spaces at the end`,
      fix: 'Rename one of them: a store may take both for the same.',
      at: spanOf(record, name),
      related: { message: 'the other one', at: spanOf(known ?? record, knownName) },
    })
  }
  return problems
}

function keyOf({ resource, fields }: DesiredRecord, field: string | null): readonly [name: string, key: string] {
  const name = field ?? (resource === 'Variants' ? 'code' : 'sku')
  return [name, fields[name] ?? '']
}
