import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { invisibleIn, visibleKey } from '../records/invisible-character.ts'
import { resourceOf } from '../resources/registry.ts'
import { recordsByResource, spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** No key has a character that cannot be seen: it would be another key than the one that it looks like (platform.md, "Product"). */
export const invisibleCharacters: Rule = {
  id: 'invisible-characters',
  topic: 'codes',
  doc: 'No sku or code contains a character that cannot be seen, or a blank that is not a plain space.',
  severity: 'warning',
  why: 'platform.md, "Product": "unique product identifier". A key with such a character looks like another key, and is another record: references to it do not match, and the store gets a second product. The character comes with a copy from a web page, a PDF file or a spreadsheet.',
  fix: 'Type the key again. Where the store has the record with this character, write `# planogram-ignore: invisible-characters` on its line.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) =>
    [...recordsByResource(desired)].flatMap(([name, records]) => {
      const { key, identity } = resourceOf(name)
      return key === null || identity !== 'own' ? [] : records.flatMap((record) => problemOf(record, key))
    }),
}

function problemOf(record: DesiredRecord, key: string): Problem[] {
  const { resource, fields } = record
  const code = fields[key] ?? ''
  const found = invisibleIn(code)
  // Codes of rows are made of the sku.
  if (found === undefined || (key !== 'sku' && invisibleIn(fields['sku'] ?? '') !== undefined)) return []
  const visible = visibleKey(code)
  return [
    makeProblem({
      rule: 'invisible-characters',
      severity: 'warning',
      at: spanOf(record, key),
      message: `the ${key} of ${resourceOf(resource).noun.one} ${visible} contains ${found}, which cannot be seen or looks like a space`,
      ...(visible === '' ? {} : { fix: `Type it again: ${visible}` }),
    }),
  ]
}
