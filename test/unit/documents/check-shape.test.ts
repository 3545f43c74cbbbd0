import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkShape } from '../../../src/documents/check-shape.ts'
import { productDocument } from '../../../src/documents/product-document.ts'
import { readYaml } from '../../../src/yaml/read-yaml.ts'

function check(text: string): { value: unknown; found: string[] } {
  const { root } = readYaml('a.yaml', text)
  if (!root) throw new Error('the text is empty')
  const { value, problems } = checkShape(productDocument, { file: 'a.yaml', node: root, key: null })
  return {
    value,
    found: problems.map(
      ({ rule, at, message, fix }) => `${rule} at "${text.slice(at.start, at.end)}": ${message}${fix === null ? '' : ` > ${fix}`}`,
    ),
  }
}

test('an unknown key is shown at the key with the word that was meant, the rest is understood', () => {
  const { value, found } = check('titel: Tee\nbrand: Northwind\n')

  expect(found).toEqual(['unknown-key at "titel": unknown key "titel" > Did you mean "title"?'])
  expect(value).toEqual({ brand: 'Northwind' })
})

test('an unknown key deep inside knows its neighbours', () => {
  const { found } = check(
    'options: { size: { values: { s: S }, widgit: select } }\nvariants: { list: { A: { prise: 1 } } }\npricing: { braeks: [0] }\n',
  )

  expect(found).toEqual([
    'unknown-key at "braeks": unknown key "braeks" > Did you mean "breaks"?',
    'unknown-key at "widgit": unknown key "widgit" > Did you mean "widget"?',
    'unknown-key at "prise": unknown key "prise" > Did you mean "price"?',
  ])
})

test.each([
  ['price: 1e5', 'wrong-type at "1e5": "price" must be a price such as 19.95, digits with a point, found "1e5"'],
  ['price: "1,50"', 'wrong-type at ""1,50"": "price" must be a price such as 19.95, digits with a point, found "1,50" > Write 1.50.'],
  ['price: -1', 'wrong-type at "-1": "price" must be a price such as 19.95, digits with a point, found "-1"'],
  ['inactive: yes', 'wrong-type at "yes": "inactive" must be true or false, found "yes" > Write true.'],
  ['title: [a]', 'wrong-type at "[a]": "title" must be text, found a list'],
  ['categories: tees', 'wrong-type at "tees": "categories" must be a map of code: sort, or a list of codes, found "tees" > Write [tees].'],
  ['categories: { tees: first }', 'wrong-type at "first": "tees" must be a whole number, found "first"'],
  ['access: [dealer, [vip]]', 'wrong-type at "[vip]": an item of "access" must be text, found a list'],
  ['comment: { fiel: a }', 'missing-key at "comment": "comment" needs "file" > Add file: text.'],
  [
    'merchandising: { start_date: 2026-02-30 }',
    'wrong-type at "2026-02-30": "start_date" must be a date that exists, found "2026-02-30" > Look at the day and the time: 2026-02 ends on the 28th.',
  ],
  ['option_type: Matric', 'wrong-type at "Matric": "option_type" must be "", Simple or Matrix, found "Matric" > Did you mean "Matrix"?'],
  ['inventory: { quantity: 1.5 }', 'wrong-type at "1.5": "quantity" must be a whole number, found "1.5"'],
  ['options: { size: { label: Size } }', 'missing-key at "size": "size" needs "values" > Add values: a map of value: label.'],
])('%s', (text, complaint) => {
  const { found } = check(text)

  expect(found[0]).toBe(complaint)
})

test('a map in place of a text is one error for the place, where the text can be in a file too', () => {
  const { value, found } = check('title: { en: Tee }\ncomment: { en: Tee, da: Trøje, de: Hemd }\nbrand: Northwind\n')

  expect(found).toEqual([
    'wrong-type at "{ en: Tee }": "title" must be text, found a map',
    'wrong-type at "{ en: Tee, da: Trøje, de: Hemd }": "comment" must be text, or { file: path }, found a map',
  ])
  expect(value).toEqual({ brand: 'Northwind' })
})

test('a field that is understood is understood whatever else is wrong', () => {
  const line = fc.constantFrom(
    'price: x',
    'weight: [1]',
    'unknwn: 1',
    'categories: 7',
    'options: { a: b }',
    'variants: { list: { A: 1 } }',
    'access: {}',
  )

  fc.assert(
    fc.property(fc.uniqueArray(line), (lines) => {
      const { value, found } = check(['title: Tee', ...lines].join('\n'))
      expect(value).toMatchObject({ title: 'Tee' })
      expect(found.length).toBe(lines.length)
    }),
  )
})
