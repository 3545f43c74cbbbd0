import { expect, test } from 'vitest'
import type { DriftChange } from '../../../src/diff/drift-changes.ts'
import { driftJson } from '../../../src/report/drift-json.ts'
import { driftMarkdown, driftText, driftWrittenText } from '../../../src/report/drift-text.ts'
import { plainTheme } from '../../../src/report/theme.ts'

const store = { name: 'shop', baseUrl: 'https://shop.example', filesUrl: null }
const size = { width: 80, verbose: false }

const change: DriftChange = {
  kind: 'record',
  action: 'update',
  address: 'product.TEE',
  resource: 'Product',
  root: { address: 'product.TEE', resource: 'Product', key: 'TEE', title: 'Tee' },
  key: { sku: 'TEE' },
  fields: [{ field: 'title', before: 'Tee', after: 'Store ```tee', base: 'Tee' }],
  origin: 'store',
  source: { file: 'shop.yaml', line: 3, column: 3 },
}

test('drift as text', () => {
  expect(driftText({ store, changes: [change] }, plainTheme, size)).toMatchInlineSnapshot(`
    "Drift of shop · https://shop.example

                 create   update   remove
    products          ·        1        ·

    ~ product TEE "Tee"  title                                           shop.yaml:3
          title  Tee → Store \`\`\`tee

    Drift: 1 record changed in the store since the last apply.
    "
  `)
})

test('no drift as text', () => {
  expect(driftText({ store, changes: [] }, plainTheme, size)).toMatchInlineSnapshot(`
    "Drift of shop · https://shop.example

    No drift. The store is as it was last applied.
    "
  `)
})

test('drift as Markdown: a code block that no value can end', () => {
  const text = driftMarkdown({ store, changes: [change] }, size)

  expect(text.startsWith('### Drift: 1 record changed in the store since the last apply.\n\n````text\n')).toBe(true)
  expect(text.endsWith('\n````\n')).toBe(true)
})

test('drift as JSON: the applied value and that of the store', () => {
  expect(JSON.parse(driftJson({ store, changes: [change] }, null))).toEqual({
    store: { name: 'shop', base_url: 'https://shop.example' },
    changes: [
      {
        kind: 'record',
        resource: 'Product',
        address: 'product.TEE',
        action: 'update',
        root: 'product.TEE',
        source: { file: 'shop.yaml', line: 3, column: 3 },
        fields: [{ field: 'title', applied: 'Tee', store: 'Store ```tee' }],
      },
    ],
    written: null,
  })
})

test('what was taken over, and what was not', () => {
  const unwritten = [{ address: 'product.TEE', key: 'brand', reason: 'the catalogue changed it too' }]

  expect(driftWrittenText({ isDryRun: false, documents: ['shop.yaml'], unwritten, notes: ['A note.'] }, plainTheme, size))
    .toMatchInlineSnapshot(`
    "Written to these documents:
      shop.yaml

    Not taken over (1):
      product.TEE brand: the catalogue changed it too

    note: A note.
    "
  `)
})
