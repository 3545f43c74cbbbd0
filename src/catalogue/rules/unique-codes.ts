import type { DesiredRecord } from '../../records/desired.ts'
import { findResource, type ResourceName } from '../../resources/registry.ts'
import type { Problem } from '../problem.ts'
import { everyRecord, spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** Records of these hang on a product, so that two products can claim one code. */
const looked: readonly ResourceName[] = ['Variants', 'Options', 'ExtraImages']

/** Codes of variants, options and extra pictures are unique in the whole store, not only in their product. */
export const uniqueCodes: Rule = {
  id: 'unique-codes',
  doc: 'No two variants, options or extra pictures have one code, whichever products they belong to.',
  severity: 'error',
  why: 'The code is the key of the record: the second one would overwrite the first (platform.md, "Variants": "unique product or variation code"; "Options" and "ExtraImages": "any unique string").',
  mend: 'Give one of the two another code.',
  check: ({ desired }) => {
    const firsts = new Map<ResourceName, Map<string, DesiredRecord>>(looked.map((name) => [name, new Map()]))
    const problems: Problem[] = []
    for (const record of everyRecord(desired)) {
      const first = firsts.get(record.resource)
      const key = first && findResource(record.resource)?.key
      const code = key ? record.fields[key] : undefined
      if (!first || !key || code === undefined) continue
      const known = first.get(code)
      if (known) problems.push(twice(record, known, key))
      else first.set(code, record)
    }
    return problems
  },
}

function twice(record: DesiredRecord, known: DesiredRecord, key: string): Problem {
  return {
    rule: 'unique-codes',
    severity: 'error',
    message: `${record.resource} ${key} "${record.fields[key]}" is used twice: by ${known.fields['sku']} and by ${record.fields['sku']}`,
    fix: 'Give one of them another code.',
    at: spanOf(record, key),
    related: { message: 'the first one', at: spanOf(known, key) },
  }
}
