import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPutAside } from '../../../../src/catalogue/cache/put-aside.ts'
import type { DesiredRecord } from '../../../../src/records/desired.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import { anyStore } from '../../../support/any-store.ts'

function wantedOf({ resource, fields, children }: RecordTree): DesiredRecord {
  const rows = Object.entries(children).map(([name, some]) => [name, some.map(wantedOf)] as const)
  const source = { file: 'a.yaml', start: 1, end: 2 }
  return {
    resource,
    fields,
    children: Object.fromEntries(rows),
    source,
    spans: { title: source },
    onCreate: { fields: { x: '1' }, children: {} },
  }
}

test.each([
  ['a folder', tmpdir()],
  ['no folder that takes a file', join(tmpdir(), 'planogram-is-not-there')],
])('what is put aside comes back as it was, in any order, with %s', async (_, folder) => {
  await fc.assert(
    fc.asyncProperty(anyStore('broken'), async ({ products }) => {
      using aside = openPutAside(folder)
      const wanted = products.map(wantedOf)
      const desired = wanted.map((record) => aside.desired(record))

      const live = products.map((product) => aside.live(product))

      expect([...live].toReversed()).toEqual(products.toReversed())
      expect([...desired].toReversed()).toEqual(wanted.toReversed())
    }),
    { numRuns: 20, seed: 1 },
  )
})
