import { Buffer } from 'node:buffer'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

/** The message and the fix of the first error. */
async function firstProblem(documents: Readonly<Record<string, string | Uint8Array>>): Promise<readonly string[]> {
  using shop = shopFolder(documents)
  const { stdout } = await planogram(shop.root, ['validate'])
  const frame = stdout.split('\n\n').find((text) => text.startsWith('error')) ?? ''
  return frame.split('\n').filter((line) => /^(?:error| +-->|  help:)/.test(line))
}

const nothing = 'Leave the key out to leave the field alone. Write "" for an empty text, and [] or {} for an empty collection.'
const indent = `  help: Indent the lines below by two more spaces if they belong to it. ${nothing}`

test.each([
  [
    'a product',
    'products:\n  MUG:\n  title: Mug\n  price: 8.50\n',
    ['error[null-value]: "MUG" has no value', '  --> shop.yaml:2:3', indent],
  ],
  ['a section', 'products:\nMUG:\n  title: Mug\n', ['error[null-value]: "products" has no value', '  --> shop.yaml:1:1', indent]],
  [
    'a section, with a comment between',
    'products: # ours\n\n# the mug\nMUG:\n  title: Mug\n',
    ['error[null-value]: "products" has no value', '  --> shop.yaml:1:1', indent],
  ],
  [
    'a field',
    'products:\n  MUG:\n    description:\n    title: Mug\n',
    ['error[null-value]: "description" has no value', '  --> shop.yaml:3:5', `  help: ${nothing}`],
  ],
  ['the last product', 'products:\n  MUG:\n', ['error[null-value]: "MUG" has no value', '  --> shop.yaml:2:3', `  help: ${nothing}`]],
  [
    'a product in braces',
    'products: {\n  MUG: ,\n  TEE: { title: Tee, price: 3 } }\n',
    ['error[null-value]: "MUG" has no value', '  --> shop.yaml:2:3', `  help: ${nothing}`],
  ],
])('the lines of %s are not indented, or it has none', async (_, text, expected) => {
  expect(await firstProblem({ 'shop.yaml': text })).toEqual(expected)
})

const noBreak = '  help: Replace the character U+00A0 at the start of the line by plain spaces: YAML reads it as a letter.'

test('a line that is indented with blanks that only look like spaces', async () => {
  const below = await firstProblem({ 'shop.yaml': 'products:\n\u00a0\u00a0MUG: { title: Mug, price: 3 }\n' })
  const section = await firstProblem({ 'shop.yaml': '\u00a0products:\n  MUG: { title: Mug, price: 3 }\n' })
  const field = await firstProblem({ 'shop.yaml': 'products:\n  MUG:\n    title: Mug\n    \u00a0price: 3\n' })

  expect(below).toEqual(['error[null-value]: "products" has no value', '  --> shop.yaml:1:1', noBreak])
  expect(section).toEqual(['error[unknown-key]: unknown key "\u00a0products"', '  --> shop.yaml:1:1', noBreak])
  expect(field).toEqual(['error[unknown-key]: unknown key "\u00a0price"', '  --> shop.yaml:4:5', noBreak])
})

test('a document in another encoding: the place of the first byte that is wrong', async () => {
  const latin = await firstProblem({ 'shop.yaml': Buffer.from('products:\n  MUG: { title: "Ä, Caf\u00e9" }\n', 'latin1') })
  const mixed = await firstProblem({ 'shop.yaml': Buffer.concat([Buffer.from('a: Ä\nb: Ö'), Buffer.from([0xe9, 0x0a])]) })
  const wide = await firstProblem({ 'shop.yaml': Buffer.from('\ufeffproducts:\n', 'utf16le') })

  expect(latin[0]).toBe('error[not-utf8]: shop.yaml is not UTF-8 text: line 2, column 18 has the byte C4')
  expect(mixed[0]).toBe('error[not-utf8]: shop.yaml is not UTF-8 text: line 2, column 5 has the byte E9')
  expect(wide[0]).toBe('error[not-utf8]: shop.yaml is UTF-16 text, not UTF-8')
})

test('a picture that no record names is suggested for one that does not exist', async () => {
  const found = await firstProblem({
    'shop.yaml': 'products:\n  MUG: { title: Mug, price: 3, image: images/Mug.png }\n',
    'images/mug.png': Buffer.from('iVBORw0KGgo=', 'base64'),
  })

  expect(found).toEqual([
    'error[pictures-exist]: the picture images/Mug.png does not exist',
    '  --> shop.yaml:2:39',
    '  help: Did you mean "images/mug.png"? A path starts at the root of the catalogue, or with ./ beside the document.',
  ])
})

test('a config with the other ending of YAML files is named', async () => {
  using shop = shopFolder({})
  renameSync(join(shop.root, 'planogram.yaml'), join(shop.root, 'planogram.yml'))

  const missing = await planogram(shop.root, ['validate'])
  const named = await planogram(shop.root, ['validate', '--config', 'planogram.yml'])

  expect([missing.exitCode, missing.stderr]).toEqual([
    1,
    `error[config-missing]: There is no planogram.yaml in ${shop.root}.\n  help: Rename planogram.yml, or name it with \`--config planogram.yml\`.\n`,
  ])
  expect(named.exitCode).toBe(0)
})
