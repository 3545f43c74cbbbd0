import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentValue } from '../../../../src/yaml/document-value.ts'
import { commentsIn } from '../../../../src/yaml/comments.ts'
import { editableDocument } from '../../../../src/yaml/edit/editable-document.ts'
import { editEntry } from '../../../../src/yaml/edit/edit-entry.ts'
import { openDocument } from '../../../../src/yaml/edit/open-document.ts'
import { textWithOnly } from '../../../../src/yaml/edit/text-with-only.ts'
import { writtenDocument } from '../../../../src/yaml/edit/written-entries.ts'
import { readYaml } from '../../../../src/yaml/read-yaml.ts'

interface Edit {
  readonly text: string
  readonly field: string
  readonly value: DocumentValue | undefined
}

/** The document after an edit of the entry A, made directly and among other entries. */
function edited({ text, field, value }: Edit): readonly (string | null)[] {
  const document = editableDocument(text)
  const ready = document.edit({ section: 'products', key: 'A' }, [[field, value]])
  if (ready !== null && ready !== 'later') ready.commit()
  return [editEntry(text, { section: 'products', key: 'A', field }, value), ready === null ? null : document.text()]
}

/** A product A whose lines are given, and a product B after it. */
function shop(...lines: readonly string[]): string {
  return ['products:', '  A:', ...lines.map((line) => `    ${line}`), '  B:', '    price: 10.00', ''].join('\n')
}

const grid = ['pricing:', '  breaks: [0]', '  prices:', '    default: [18]', '    # dealer: [17]']
const cases: readonly (readonly [name: string, edit: Edit, after: string])[] = [
  [
    'a value with a comment at the end of an inner map is removed, and the next record stays',
    { text: shop('brand: Acme', ...grid), field: 'pricing', value: undefined },
    shop('brand: Acme'),
  ],
  [
    'a key is added to its own record after a map that ends with a comment',
    { text: shop('title: A', ...grid), field: 'brand', value: 'Acme' },
    shop('title: A', ...grid, 'brand: Acme'),
  ],
  [
    'a map that ends with a comment is replaced, and the next key stays',
    { text: shop(...grid, 'title: A'), field: 'pricing', value: { bare: '5' } },
    shop('pricing: 5 # dealer: [17]', 'title: A'),
  ],
  [
    'a list gets an item, and the others keep their comments',
    { text: shop('access:', '  # who', '  - dealer # big ones', '  - staff # ours'), field: 'access', value: ['dealer', 'staff', 'vip'] },
    shop('access:', '  # who', '  - dealer # big ones', '  - staff # ours', '  - vip'),
  ],
  [
    'a list gets an item before the others and loses one',
    { text: shop('access:', '- dealer # big ones', '- staff # ours', '- vip'), field: 'access', value: ['club', 'staff', 'new', 'vip'] },
    shop('access:', '- club', '- staff # ours', '- new', '- vip'),
  ],
  [
    'comments of a map on several lines are put above it',
    { text: shop('attributes: { # soft', '  Fit: Slim, # narrow', '  Care: Cold }'), field: 'attributes', value: new Map([['New', 'x']]) },
    shop('# narrow', 'attributes: { New: x } # soft'),
  ],
  [
    'the comment of a block text stays beside its key',
    { text: shop('description: | # from the vendor', '  One', '  Two'), field: 'description', value: 'Three\nFour' },
    shop('description: |- # from the vendor', '  Three', '  Four'),
  ],
  [
    'a text of several lines does not take in the comment below it',
    { text: shop('description: One', '  and two', '  # check this'), field: 'description', value: 'Three\nFour' },
    shop('description: "Three\\nFour"', '  # check this'),
  ],
  [
    'neither does a map with such a text',
    { text: shop('attributes:', '  Fit: >+', '    Slim', '  # wide'), field: 'attributes', value: new Map([['Care', 'Cold\nDry']]) },
    shop('attributes: { Care: "Cold\\nDry" }', '  # wide'),
  ],
  [
    'a map replaces a list at the column of its key',
    { text: shop('access:', '- dealer'), field: 'access', value: new Map([['a', 'b']]) },
    shop('access: { a: b }'),
  ],
  [
    'an anchor is not looked for in a comment',
    { text: shop('access: # R&D', '  - dealer', '  - staff'), field: 'access', value: ['vip'] },
    shop('access: [vip] # R&D'),
  ],
  [
    'the tag !replace of a map stays',
    { text: shop('attributes: !replace &a', '  Fit: Slim'), field: 'attributes', value: new Map([['Care', 'Cold']]) },
    shop('attributes: !replace &a { Care: Cold }'),
  ],
]

test.for(cases)('%s', ([, edit, after]) => {
  expect(edited(edit)).toEqual([after, after])
})

test.for(cases)('the same with the line ends of Windows: %s', ([, edit, after]) => {
  const windows = { ...edit, text: edit.text.replaceAll('\n', '\r\n') }

  const wanted = after.replaceAll('\n', '\r\n')
  expect(edited(windows)).toEqual([wanted, wanted])
})

test('a list at the column of its key is replaced in a document without a last line break', () => {
  const edit = { text: 'products:\n  A:\n    access:\n    - dealer', field: 'access', value: ['vip', 'staff'] }

  expect(edited(edit)).toEqual(Array.from({ length: 2 }, () => 'products:\n  A:\n    access: [vip, staff]'))
})

test.for([
  ['another value differs', 'products:\n  A: { title: New, price: 3 }\n'],
  ['another value is missing', 'products:\n  A: { title: New }\n'],
  ['another record has a key more', 'products:\n  A: { title: New, price: 2 }\n  B: { title: x }\n'],
  ['a key is there twice', 'products:\n  A: { title: New, price: 2, price: 2 }\n'],
  ['the new value is missing', 'products:\n  A: { title: Old, price: 2 }\n'],
  ['it is broken', 'products:\n  A: { title: New, price: 2\n'],
])('a text is refused where %s', ([, text]) => {
  const before = openDocument('products:\n  A: { title: Old, price: 2 }\n')
  const change = { path: ['products', 'A', 'title'], value: 'New' }
  if (!before || text === undefined) throw new Error('no document')

  expect(textWithOnly([change], { before, text, isWhole: true })).toBeNull()
  expect(textWithOnly([change], { before, text, isWhole: false })).toBeNull()
  expect(textWithOnly([change], { before, text: 'products:\n  A: { title: New, price: 2.0 }\n', isWhole: false })).toBeNull()
  expect(textWithOnly([change], { before, text: 'products:\n  A: { price: 2, title: New }\n', isWhole: false })).not.toBeNull()
})

test('a part of a document keeps its anchors, and its aliases of other parts', () => {
  const before = openDocument('products:\n  A: { title: &t Old, brand: *b, price: 2 }\n')
  const change = { path: ['products', 'A', 'price'], value: { bare: '3' } }
  if (!before) throw new Error('no document')
  const texts = ['title: &t Old, brand: *b', 'title: Old, brand: *b', 'title: &t Old, brand: b', 'title: &t Old, brand: *c']

  const kept = texts.map((fields) => textWithOnly([change], { before, text: `products:\n  A: { ${fields}, price: 3 }\n`, isWhole: false }))

  expect(kept.map((text) => text !== null)).toEqual([true, false, false, false])
})

test('the tags of other values stay', () => {
  const before = openDocument('products:\n  A: { attributes: !replace { a: b }, price: 2 }\n')
  const change = { path: ['products', 'A', 'price'], value: { bare: '3' } }
  if (!before) throw new Error('no document')
  const texts = ['!replace { a: b }', '{ a: b }'].map((attributes) => `products:\n  A: { attributes: ${attributes}, price: 3 }\n`)

  for (const isWhole of [true, false])
    expect(texts.map((text) => textWithOnly([change], { before, text, isWhole }) !== null)).toEqual([true, false])
})

/** Lines of a value after its key, at a deeper indentation. */
const values = fc.constantFrom(
  ' one',
  " 'a # b'",
  ' one\n  two',
  ' |\n  one\n\n  # text',
  ' >-\n  one\n\n',
  ' |+\n  one\n\n',
  ' { a: 1, b: 2 }',
  ' {\n  a: 1, # %\n  b: 2\n}',
  ' [x, y]',
  ' [\n  x, # %\n  y,\n]',
  '\n- x # %\n- y',
  '\n  # %\n  - x\n  - y # %',
  '\n  a: 1\n  b: # %\n    c: 2\n    # %',
  '\n  a:\n    b:\n      c: 2\n      # %\n    # %',
  ' # %\n  a: 1\n  # %',
)
const trailing = fc.constantFrom('', '\n', '\n      # %', '\n    # %', '\n\n  # %')
const fields = fc.array(fc.tuple(values, trailing), { minLength: 1, maxLength: 4 })
const news = fc.constantFrom<DocumentValue | undefined>(
  undefined,
  'short',
  'l1\n\nl2',
  { bare: '3' },
  ['x', 'y', 'z'],
  ['y'],
  [],
  new Map([
    ['a', '1'],
    ['b', 'x\ny'],
  ]),
  new Map([
    ['z', '1'],
    ['a', '1'],
    ['b', '2'],
  ]),
)

type Records = readonly (readonly (readonly [value: string, trailing: string])[])[]

/** A document of records with these fields; each comment names its record and its field. */
function documentOf(records: Records): string {
  const texts = records.map((record, index) => {
    const name = 'AB'[index] ?? ''
    const lines = record.map(([value, after], number) =>
      `    f${number}:${value.replaceAll('\n', '\n    ')}${after}\n`.replaceAll('%', `of ${name} f${number}`),
    )
    return `  ${name}:\n${lines.join('')}`
  })
  return `products:\n${texts.join('')}groups: { g: { title: x } }\n`
}

/** The values and comments of a document, those of a field of A left out. */
function restOf(text: string, field: string): unknown {
  const document = writtenDocument(text)
  const others = ['f0', 'f1', 'f2', 'f3'].filter((key) => key !== field)
  return [
    readYaml('', text).problems,
    document.valueAt('groups'),
    document.keysAt('products'),
    document.valueAt('products', 'B'),
    others.map((key) => document.valueAt('products', 'A', key)),
    commentsIn(text).filter((comment) => !comment.endsWith(`of A ${field}`)),
  ]
}

test('law: an edit changes its value and nothing else, and keeps the comments of other values', () => {
  let made = 0
  fc.assert(
    fc.property(fc.array(fields, { minLength: 1, maxLength: 2 }), news, fc.nat(4), fc.boolean(), (records, value, place, isWindows) => {
      const text = isWindows ? documentOf(records).replaceAll('\n', '\r\n') : documentOf(records)
      const field = `f${place}`

      const [direct, among] = edited({ text, field, value })

      const after = direct ?? text
      made += after === text ? 0 : 1
      expect(among).toBe(direct)
      expect(restOf(after, field)).toEqual(restOf(text, field))
      expect(isWindows && /[^\r]\n/.test(after)).toBe(false)
    }),
    { numRuns: 300 },
  )
  expect(made).toBeGreaterThan(150)
})

/** A product in braces, whose lines are given. */
function inBraces(...lines: readonly string[]): string {
  return ['products:', '  A: {', ...lines.map((line) => `    ${line}`), '  }', ''].join('\n')
}

const braces = [
  'title: A, # the title',
  '# of the pack',
  'inventory: { # counted',
  '  quantity: 1,',
  '  # soon',
  '},',
  'brand: Acme # since 1990',
]

test.each<readonly [string, string, DocumentValue | undefined, readonly string[]]>([
  [
    'the comments of a value that is replaced are above its key',
    'inventory',
    'x',
    ['title: A, # the title', '# of the pack', '# counted', '# soon', 'inventory: x,', 'brand: Acme # since 1990'],
  ],
  ['the last key is removed with its line, and the comment of the one before stays', 'brand', undefined, braces.slice(0, -1)],
  [
    'a key in the middle is removed with its lines, and the comment above it stays',
    'inventory',
    undefined,
    [...braces.slice(0, 2), braces[6] ?? ''],
  ],
  ['the first key is removed with its line', 'title', undefined, braces.slice(1)],
])('in braces, %s', (_, field, value, after) => {
  const text = editEntry(inBraces(...braces), { section: 'products', key: 'A', field }, value)

  expect(text).toBe(inBraces(...after))
})

test('in braces, a comment that has no other place keeps its value', () => {
  const text = 'products:\n  A: { title: A, inventory: { # counted\n    quantity: 1 }, brand: Acme }\n'
  const edit = (field: string, value: DocumentValue | undefined) => editEntry(text, { section: 'products', key: 'A', field }, value)

  expect([edit('inventory', 'x'), edit('brand', 'Ace')]).toEqual([null, text.replace('Acme', 'Ace')])
})
