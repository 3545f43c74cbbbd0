import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Switches, switchesWith } from '../../../../src/emulator/assumptions/switches.ts'
import { parseBody } from '../../../../src/emulator/data-api/body-parser.ts'
import { scanBody } from '../../../../src/emulator/data-api/scan-body.ts'
import { StoreFault } from '../../../../src/emulator/http/store-fault.ts'
import type { IncomingRecord } from '../../../../src/emulator/rows/row-context.ts'
import { damaged, page, usualPage } from '../../../support/any-result-set.ts'
import { isWhole } from '../../../support/whole.ts'
import { specOf } from '../../wire/read-events.ts'

const spec = specOf('Product+(Variants+PricingAdvanced)+Inventory')

/** Records as plain values; fields in their order. */
function plain(records: readonly IncomingRecord[]): unknown {
  return records.map(({ resource, fields, children }) => ({ resource: resource.name, fields: [...fields], children: plain(children) }))
}

function parsed(text: string, switches: Switches): unknown {
  try {
    return plain(parseBody(text, spec, switches))
  } catch (error) {
    if (error instanceof StoreFault) return 'refused'
    throw error
  }
}

const switches = fc.constantFrom<Switches['unknownField'][]>('406', 'store', 'ignore').map((unknownField) => switchesWith({ unknownField }))
const start = fc.constantFrom(
  '<ResultSet>',
  '<?xml version="1.0" encoding="UTF-8"?><ResultSet>',
  '<?xml version="1.0"?>\n<ResultSet>',
  '<ResultSet a="1">',
)

test.each([
  ['a payload', fc.oneof(usualPage, page)],
  ['a damaged payload', damaged(usualPage)],
])('%s that is scanned has the records that saxes reads', { timeout: 120_000 }, (_, documents) => {
  const seen = { scanned: 0, left: 0 }
  fc.assert(
    fc.property(documents, start, switches, (document, root, given) => {
      const text = document.replace(/<ResultSet[^>]*>/, root)
      const found = scanBody({ text, bytes: Buffer.from(text) }, spec, given)
      seen[found ? 'scanned' : 'left'] += 1
      expect(found && plain(found)).toEqual(found && parsed(text, given))
    }),
    { numRuns: isWhole ? 20_000 : 3000 },
  )
  expect(Math.min(seen.scanned, seen.left)).toBeGreaterThan(20)
})
