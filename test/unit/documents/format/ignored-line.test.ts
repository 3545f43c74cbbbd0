import { expect, test } from 'vitest'
import { formatDocument } from '../../../../src/documents/format/format-document.ts'
import { loadWritten } from '../../../support/written-catalogue.ts'

const zero = '# planogram-ignore: price-zero'
const slug = '# planogram-ignore: slug-form'

function formatted(text: string): string {
  const result = formatDocument('a.yaml', text)
  return 'text' in result ? result.text : JSON.stringify(result)
}

async function warnings(text: string): Promise<readonly string[]> {
  const { problems } = await loadWritten({ 'a.yaml': text })
  return problems
    .filter(({ rule }) => ['price-zero', 'slug-form', 'ignore-unknown'].includes(rule))
    .map(({ rule, message }) => `${rule}: ${message}`)
}

test.each([
  [
    'on the first line of a record',
    `products:\n  A: { title: x, price: 0, weight: 5, ${zero}\n    brand: q }\n`,
    `products:\n  ${zero}\n  A: { title: x, brand: q, weight: 5, price: 0 }\n`,
  ],
  [
    'behind an opening brace',
    `products:\n\n  A: { title: x, price: 5 }\n\n  B: { ${zero}\n    title: x, price: 0, weight: 5 }\n`,
    `products:\n  A: { title: x, price: 5 }\n\n  ${zero}\n  B: { title: x, weight: 5, price: 0 }\n`,
  ],
  [
    'on a line below the key of its record',
    `products:\n  # about A\n\n  A:\n    { title: x, price: 0, weight: 5, ${zero}\n      brand: q }\n`,
    `products:\n  # about A\n\n  ${zero}\n  A: { title: x, brand: q, weight: 5, price: 0 }\n`,
  ],
  [
    'above a line with several values',
    `products:\n  A: {\n    title: x,\n    ${zero}\n    price: 0, weight: 5,\n    brand: q }\n`,
    `products:\n  ${zero}\n  A: { title: x, brand: q, weight: 5, price: 0 }\n`,
  ],
  [
    'on a line with values of two levels',
    `products:\n  A: { title: x, weight: 5,\n    attributes: { Fit: y }, price: 0, inventory: { quantity: 1, ${zero}\n      stock_message: z } }\n`,
    `products:\n  ${zero}\n  A: { title: x, weight: 5, attributes: { Fit: y }, inventory: { quantity: 1, stock_message: z }, price: 0 }\n`,
  ],
  [
    'behind two records',
    `products: { A: { title: x, price: 0 }, B: { title: y, price: 0 }, ${zero}\n  C: { title: z, price: 5 } }\n`,
    `${zero}\nproducts:\n  A: { title: x, price: 0 }\n  B: { title: y, price: 0 }\n  C: { title: z, price: 5 }\n`,
  ],
  [
    'at the top, above a section that moves',
    `# about the file\n\n${slug}\n\nproducts:\n  A: { title: x, slug: a b, price: 5 }\ngroups:\n  g: { title: g }\n`,
    `# about the file\n\ngroups:\n  g: { title: g }\n\n${slug}\n\nproducts:\n  A: { title: x, slug: a b, price: 5 }\n`,
  ],
  [
    'beside the only value of its line, where it stays',
    `products:\n  A: {\n    title: x,\n    price: 0, ${zero}\n    weight: 5 }\n`,
    `products:\n  A:\n    title: x\n    weight: 5\n    price: 0 ${zero}\n`,
  ],
  [
    'behind a whole record, where it stays',
    `products: { A: { title: x, price: 0 }, ${zero}\n  B: { title: y, price: 5 } }\n`,
    `products:\n  A: { title: x, price: 0 } ${zero}\n  B: { title: y, price: 5 }\n`,
  ],
])('fmt keeps the effect of a comment that ignores a rule, %s', async (_, text, expected) => {
  const made = formatted(text)
  const [before, after, bare] = [await warnings(text), await warnings(made), await warnings(made.replaceAll('planogram-ignore', ''))]

  expect(made).toBe(expected)
  expect(formatted(made)).toBe(made)
  expect([before, after, bare.length > 0]).toEqual([[], [], true])
})

test.each([
  ['inside an item', `{ start: 0, price: 0, ${zero}\n            end: 9 }`],
  ['behind an item of several lines', `{ start: 0,\n            end: 9, price: 0 } ${zero}`],
])('a comment %s in a list below a record goes above the key of the list, and one behind an item of one line stays', (_, item) => {
  const entries = (first: string, above: string): string =>
    `products:\n  A:\n    title: x\n    pricing:\n${above}      entries:\n        - ${first}\n        - { start: 10, price: 5 } ${zero}\n`

  expect(formatted(entries(item, ''))).toBe(entries('{ start: 0, end: 9, price: 0 }', `      ${zero}\n`))
})
