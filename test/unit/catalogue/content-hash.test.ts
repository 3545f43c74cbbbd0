import { expect, test } from 'vitest'
import { formatDocument } from '../../../src/documents/format/format-document.ts'
import { loadWritten, png, type WrittenFiles } from '../../support/written-catalogue.ts'

const config = `stores:
  local: { emulator: true }
default_store: local
manage:
  live_owned: [Inventory.quantity]
guards: { max_removals: 10 }
currencies: { default: USD, rates: { EUR: 0.9 } }
`
const shop = `groups:
  dealer: { title: Dealers }
categories:
  tees: { name: T-shirts, slug: tees }
  sale: { name: Sale, slug: sale }
price_lists:
  tees: { breaks: [0, 12], prices: { default: [20, 17.5], dealer: [15, 13] } }
products:
  MUG: { title: Mug, price: 8.50, comment: { file: copy/mug.html }, image: images/mug.png, categories: [tees] }
  TEE:
    title: Tee
    slug: tee
    categories: { tees: 10, sale: 3 }
    attributes: { Material: Cotton, Fit: Regular }
    options: { size: { label: Size, values: { s: Small, m: Medium } } }
    variants: { matrix: "{sku}-{size}", each: { pricing: tees } }
expect:
  - { sku: MUG, price: 8.50 }
`
const files: Readonly<Record<string, string | Uint8Array>> = {
  'planogram.yaml': config,
  'shop.yaml': shop,
  'copy/mug.html': '<p>Mug</p>\n',
  'images/mug.png': png('mug'),
}

/** The hash of a catalogue without errors: what is checked is a change of meaning, not a mistake. */
async function hashOf(written: WrittenFiles): Promise<string> {
  const { contentHash, problems } = await loadWritten(written)
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return contentHash
}

function replaced(text: string, from: string, to: string): string {
  expect(text).toContain(from)
  return text.replace(from, to)
}

const sameMeaning: Readonly<Record<string, () => WrittenFiles>> = {
  'a comment': () => ({ ...files, 'shop.yaml': `# reviewed by Ann\n${replaced(shop, 'slug: tee\n', 'slug: tee # short\n')}` }),
  'the order of keys': () => ({
    ...files,
    'shop.yaml': replaced(shop, '    title: Tee\n    slug: tee\n', '    slug: tee\n    title: Tee\n').replace(
      '{ tees: 10, sale: 3 }',
      '{ sale: 3, tees: 10 }',
    ),
    'planogram.yaml': `# settings\n${config.replace('guards: { max_removals: 10 }\n', '')}guards: { max_removals: 10 }\n`,
  }),
  'the order of records': () => ({
    ...files,
    'shop.yaml': replaced(shop, '  tees: { name: T-shirts, slug: tees }\n', '').replace(
      'slug: sale }\n',
      'slug: sale }\n  tees: { name: T-shirts, slug: tees }\n',
    ),
  }),
  'the name of a document': () => {
    const { 'shop.yaml': text = '', ...others } = files
    return { ...others, 'products/all.yaml': text }
  },
  'the document of a record': () => ({
    ...files,
    'shop.yaml': replaced(shop, '  sale: { name: Sale, slug: sale }\n', ''),
    'a.yaml': 'categories: { sale: { name: Sale, slug: sale } }\n',
  }),
  'the canonical form of `fmt`': () => {
    const formatted = formatDocument('shop.yaml', shop)
    const text = 'text' in formatted ? formatted.text : shop
    expect(text).not.toBe(shop)
    return { ...files, 'shop.yaml': text }
  },
  'another form of a number': () => ({
    ...files,
    'shop.yaml': replaced(shop, 'price: 8.50, comment', 'price: 8.5, comment').replace('sku: MUG, price: 8.50', 'sku: MUG, price: 8.5'),
  }),
  'a definition written out': () => ({
    ...files,
    'shop.yaml': replaced(
      shop,
      'each: { pricing: tees }',
      'each: { pricing: { breaks: [0, 12], prices: { default: [20, 17.5], dealer: [15, 13] } } }',
    ),
  }),
  'the folder of a picture': () => {
    const { 'images/mug.png': picture = '', ...others } = files
    return { ...others, 'shop.yaml': replaced(shop, 'images/mug.png', 'photos/mug.png'), 'photos/mug.png': picture }
  },
  'the place of the state': () => ({ ...files, 'planogram.yaml': `${config}state: .planogram/other.db\nlimits: { concurrency: 2 }\n` }),
  'a file that nothing names': () => ({ ...files, 'images/other.png': png('other') }),
}

test.each(Object.keys(sameMeaning))('the hash of a catalogue does not depend on %s', async (name) => {
  const before = await hashOf(files)

  const after = await hashOf(sameMeaning[name]?.() ?? {})

  expect(after).toBe(before)
})

const otherMeaning: Readonly<Record<string, () => WrittenFiles>> = {
  'a price': () => ({ ...files, 'shop.yaml': replaced(shop, 'dealer: [15, 13]', 'dealer: [15, 13.01]') }),
  'the bytes of a picture': () => ({ ...files, 'images/mug.png': png('cup') }),
  'the text of a file': () => ({ ...files, 'copy/mug.html': '<p>Cup</p>\n' }),
  'a price test': () => ({ ...files, 'shop.yaml': replaced(shop, 'sku: MUG, price: 8.50', 'sku: MUG, quantity: 2, price: 8.50') }),
  'a price test that is gone': () => ({ ...files, 'shop.yaml': replaced(shop, 'expect:\n  - { sku: MUG, price: 8.50 }\n', '') }),
  'the order of attributes': () => ({
    ...files,
    'shop.yaml': replaced(shop, '{ Material: Cotton, Fit: Regular }', '{ Fit: Regular, Material: Cotton }'),
  }),
  'a record that is gone': () => ({
    ...files,
    'shop.yaml': replaced(shop, '  dealer: { title: Dealers }\n', '  dealer: { title: Dealers }\n  vip: { title: VIP }\n'),
  }),
  'whether a collection is managed': () => ({
    ...files,
    'shop.yaml': replaced(shop, 'categories: [tees] }', 'categories: [tees], access: [] }'),
  }),
  'a field that belongs to the store': () => ({ ...files, 'planogram.yaml': replaced(config, '[Inventory.quantity]', '[Product.title]') }),
  'what happens to drift': () => ({ ...files, 'planogram.yaml': replaced(config, 'manage:\n', 'manage:\n  drift: keep\n') }),
  'what happens to records that are gone': () => ({
    ...files,
    'planogram.yaml': replaced(config, 'manage:\n', 'manage:\n  prune: { products: retire }\n'),
  }),
  'a guard': () => ({ ...files, 'planogram.yaml': replaced(config, 'max_removals: 10', 'max_removals: 11') }),
  'a record that has moved': () => ({ ...files, 'shop.yaml': `${shop}moved: [{ from: OLD, to: MUG }]\n` }),
  'a rate': () => ({ ...files, 'planogram.yaml': replaced(config, 'EUR: 0.9', 'EUR: 0.8') }),
}

test.each(Object.keys(otherMeaning))('the hash of a catalogue depends on %s', async (name) => {
  const before = await hashOf(files)

  const after = await hashOf(otherMeaning[name]?.() ?? {})

  expect(after).not.toBe(before)
})

test('a catalogue that is read in part has no hash', async () => {
  const { contentHash } = await loadWritten(files, { only: ['MUG'] })

  expect(contentHash).toBe('')
})
