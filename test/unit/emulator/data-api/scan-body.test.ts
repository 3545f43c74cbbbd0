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

function scan(text: string): readonly IncomingRecord[] | null {
  return scanBody({ text, bytes: Buffer.from(text) }, spec, switchesWith())
}

const variant = '<Variants><code>A-s</code></Variants>'
const stock = '<Inventory><quantity>1</quantity></Inventory>'

test.each([`${variant}${variant}${stock}`, `${stock}${variant}${variant}`])('children %s are scanned in their order', (children) => {
  const text = `<ResultSet><Product><sku>A</sku>${children}</Product></ResultSet>`
  const found = scan(text)

  expect(found && plain(found)).toEqual(parsed(text, switchesWith()))
  expect(found?.[0]?.children).toHaveLength(3)
})

test.each([
  ['children of a resource that do not follow each other', `<ResultSet><Product>${variant}${stock}${variant}</Product></ResultSet>`],
  ['a field between children', `<ResultSet><Product>${variant}<sku>A</sku>${variant}</Product></ResultSet>`],
  ['a namespace', '<ResultSet><Product xmlns="urn:x"><sku>A</sku></Product></ResultSet>'],
  ['a prefix', '<x:ResultSet xmlns:x="urn:x"><x:Product><x:sku>A</x:sku></x:Product></x:ResultSet>'],
  ['an unknown field', '<ResultSet><Product><no_field>A</no_field></Product></ResultSet>'],
  ['another encoding', '<?xml version="1.0" encoding="latin1"?><ResultSet><Product><sku>A</sku></Product></ResultSet>'],
  ['a document type', '<!DOCTYPE ResultSet><ResultSet><Product><sku>A</sku></Product></ResultSet>'],
  ['a control character', '<ResultSet><Product><sku>A\u0001</sku></Product></ResultSet>'],
  ['no record', '<ResultSet></ResultSet>'],
  ['a body that is cut off', '<ResultSet><Product><sku>A</sku></Product>'],
  ['text after the end', '<ResultSet><Product><sku>A</sku></Product></ResultSet>x'],
])('%s: the payload is left to saxes', (_, text) => {
  const found = scan(text)

  expect(found).toBeNull()
})
