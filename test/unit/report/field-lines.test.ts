import { expect, test } from 'vitest'
import { changeLines } from '../../../src/report/field-lines.ts'
import { paint } from '../../../src/report/line.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { change, field, rootRecord, sampleChanges } from '../../support/sample-plan.ts'

function detail(address: string, width: number): string {
  const found = sampleChanges.find((entry) => entry.address === address)
  return found === undefined
    ? 'not in the sample'
    : changeLines(found, width)
        .map((entry) => paint(entry, plainTheme).trimEnd())
        .join('\n')
}

test('fields show old and new values, long text its words', () => {
  const text = detail('product.OAK-TABLE', 70)

  expect(text).toMatchInlineSnapshot(`
    "title    Oak table → Oak table, extendable
    weight   38 → 41.5
    comment
      171 characters, 95 % kept
      <p>Solid [-oak-]{+ash+} table with a removable leaf. It is made …
      delivered ready to use.</p>
      <p>Seats [-six-]{+eight+} adults.</p>"
  `)
})

test('a price shows its change in per cent, a file its sizes, a change that cannot be applied its reason', () => {
  const texts = ['variant.OAK-120', 'file.images/items/oak-4.jpg', 'product.OAK-TABLE/attribute.Fit'].map((address) => detail(address, 60))

  expect(texts.join('\n---\n')).toMatchInlineSnapshot(`
    "price  100.00 → 89.50  ▼10.5 %
    ---
    path    images/items/oak-4.jpg
    source  images/oak-4.jpg
    size    214.0 KB → 173.0 KB
    ---
    Cannot be applied: This store shows no way to remove an
    attribute. Remove it in the shop, or allow deletes in
    planogram.yaml."
  `)
})

test.each([
  ['blanks', 'two  blanks ', 'two blanks'],
  ['a blank that does not break', 'two blanks', 'two\u00A0blanks'],
  ['an invisible character', 'two blanks', 'two \u200Bblanks'],
  ['the form of an accent', 'caf\u00E9', 'cafe\u0301'],
])('a value that differs only in %s has a remark', (_, before, after) => {
  const fields = [field('title', before, after), field('brand', 'North', 'South')]
  const root = rootRecord('Product', 'A', 'A')
  const update = change({ root, address: 'product.A', resource: 'Product', action: 'update', key: { sku: 'A' }, fields })

  const text = changeLines(update, 110).map((entry) => paint(entry, plainTheme))

  expect(text).toEqual([
    `title  ${before} \u2192 ${after}  differs only in blanks or in characters that look the same`,
    'brand  North \u2192 South',
  ])
})

test('a new record shows its fields, without those in its name', () => {
  const created = change({
    address: 'variant.OAK-90',
    action: 'create',
    resource: 'Variants',
    root: rootRecord('Product', 'OAK-TABLE'),
    key: { code: 'OAK-90' },
    fields: [field('code', null, 'OAK-90'), field('sku', null, 'OAK-TABLE'), field('price', null, '9.5'), field('description', null, '')],
  })

  const text = changeLines(created, 60).map((entry) => paint(entry, plainTheme))

  expect(text).toEqual(['price        9.50', 'description  (empty)'])
})

test('text of the store is sanitized', () => {
  const hostile = change({
    address: 'product.X',
    action: 'update',
    resource: 'Product',
    fields: [field('title', 'a\u001B[2Jb', 'c\nd\u202E'), field('comment', 'x'.repeat(80), `\u001B]0;pwned\u0007${'x'.repeat(80)}`)],
  })

  const text = changeLines(hostile, 60)
    .map((entry) => paint(entry, plainTheme))
    .join('')

  expect(/\p{Cc}|\u202E/u.test(text)).toBe(false)
  expect(text).toContain('\u241B]0;pwned\u2407')
})

test('no line of a long text is a command for a CI runner, and its characters are those of the text', () => {
  const long = `${'word '.repeat(12)}::add-mask::x\n  ::error file=a::b\n`
  const hostile = change({
    address: 'product.X',
    action: 'update',
    resource: 'Product',
    fields: [field('comment', `${long}old`, `${long}new`)],
  })

  const lines = changeLines(hostile, 64).map((entry) => paint(entry, plainTheme).trim())

  expect(lines.filter((line) => line.startsWith('::'))).toEqual([])
  expect(lines.filter((line) => line.startsWith(':\u2060:'))).toEqual([':\u2060:error file=a:\u2060:b'])
  expect(lines[1]).toMatch(new RegExp(`^${`${long}new`.length} characters, 9\\d % kept$`))
})
