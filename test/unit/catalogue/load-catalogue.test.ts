import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { loadFlat, inCatalogue, loadWritten, png, problemLines } from '../../support/written-catalogue.ts'

const sample = resolve(import.meta.dirname, '../../fixtures/catalogue/design-sample')
/** The head of a JPEG of 2000 x 2000 pixels. */
const jpegHead = [0xff, 0xd8, 0xff, 0xc0, 0x00, 0x11, 0x08, 0x07, 0xd0, 0x07, 0xd0, 0x03]
const jpeg = (mark: string): Uint8Array => Buffer.concat([Buffer.from(jpegHead), Buffer.from(mark)])

/** The sample of design.md section 3, word for word, with the files that it names and the category that it leaves out. */
const sampleFiles = {
  'planogram.yaml': readFileSync(join(sample, 'planogram.yaml')),
  'catalogue.yaml': readFileSync(join(sample, 'catalogue.yaml')),
  'sale.yaml': 'categories: { sale: { name: Sale } }\n',
  'copy/tee-classic.html': '<p>Heavy cotton.</p>\n',
  ...Object.fromEntries(
    ['apparel-head', 'tee-classic', 'tee-back', 'tee-detail', 'tee-navy'].map((name) => [`images/${name}.jpg`, jpeg(name)]),
  ),
}

function count(records: readonly DesiredRecord[], into: Record<string, number> = {}): Record<string, number> {
  for (const { resource, children } of records) {
    into[resource] = (into[resource] ?? 0) + 1
    for (const rows of Object.values(children)) count(rows, into)
  }
  return into
}

test('the sample of the design loads whole', async () => {
  const loaded = await loadWritten(sampleFiles)

  expect(loaded.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(problemLines(loaded).map((line) => line.split(' ')[1])).toEqual(['grid-coverage:', 'grid-coverage:'])
  expect(count(Object.values(loaded.desired.roots).flat())).toEqual({
    UserGroups: 2,
    Cat: 3,
    CatParent: 2,
    Product: 5,
    ProdCat: 2,
    ProdAccessGroup: 2,
    ProductAttributes: 2,
    Inventory: 1,
    Merchandising: 1,
    ExtraImages: 2,
    PricingAdvanced: 10 + 8 * 10 + 2,
    Options: 4,
    Variants: 9 + 2 + 2,
    VariantOptions: 18 + 2,
    Webhooks: 1,
  })
  expect(loaded.files).toEqual({ documents: 2, pictures: 5 })
  expect(loaded.desired.files.map(({ path }) => path)).toEqual([
    'images/originals/apparel-head.jpg',
    'images/items/tee-classic.jpg',
    'images/thumb/tee-classic.jpg',
    'images/items/tee-classic-large.jpg',
    'images/items/tee-back.jpg',
    'images/thumb/tee-back.jpg',
    'images/items/tee-detail.jpg',
    'images/thumb/tee-detail.jpg',
    'images/items/tee-navy.jpg',
  ])
  expect(loaded.notices).toEqual([])
})

test('records know the line that they were written in', async () => {
  const { desired, locate } = await loadWritten(sampleFiles)

  const tee = desired.roots.Product?.find(({ fields }) => fields['sku'] === 'TEE-CLASSIC')
  const dearest = tee?.children.PricingAdvanced?.[0]
  const places = [tee?.source, tee?.spans['comment'], tee?.spans['pricing'], dearest?.source].map((span) => span && locate(span))

  expect(places.map((place) => `${place?.file}:${place?.line}:${place?.column}`)).toEqual([
    'catalogue.yaml:20:3',
    'catalogue.yaml:23:14',
    'catalogue.yaml:35:14',
    'catalogue.yaml:13:17',
  ])
})

test('a missing config is said with what to do', async () => {
  const loading = inCatalogue({}, (root) => loadFlat({ root, configFile: 'other.yaml', env: {} }))

  await expect(loading).rejects.toMatchObject({ code: 'config-missing', fix: expect.stringContaining('--chdir') })
})

test('a product in two files is a problem that names both', async () => {
  const loaded = await loadWritten({ 'a.yaml': 'products: { A: { price: 1 } }\n', 'b/c.yml': 'products:\n  A: { price: 2 }\n' })

  const [problem] = loaded.problems
  expect(problemLines(loaded)).toEqual(['b/c.yml:2:3 unique-keys: the product "A" is defined twice > Keep one of the two definitions.'])
  expect(problem?.related && loaded.locate(problem.related.at)).toEqual({ file: 'a.yaml', line: 1, column: 13 })
  expect(loaded.desired.roots.Product?.map(({ fields }) => fields['price'])).toEqual(['1'])
})

test('dot-folders, node_modules, overlays of other stores and the config are not documents', async () => {
  const bad = 'nonsense: 1\n'
  const loaded = await loadWritten({
    'planogram.yaml': 'stores: { local: { emulator: true }, other: { emulator: true, catalogue: overlays/local } }\ndefault_store: local\n',
    'shop.yaml': 'groups: {}\n',
    '.github/x.yaml': bad,
    '.hidden.yaml': bad,
    'node_modules/x/y.yaml': bad,
    'overlays/local/x.yaml': bad,
    'notes.txt': bad,
  })

  expect(problemLines(loaded)).toEqual([])
  expect(loaded.files.documents).toBe(1)
  expect(loaded.desired.roots).toEqual({ UserGroups: [] })
})

test('a section that is not one, and one of the wrong form, are shown', async () => {
  const loaded = await loadWritten({ 'a.yaml': 'product: {}\nproducts: [A]\nwebhooks: {}\n', 'b.yaml': '- a\n', 'c.yaml': '# nothing\n' })

  expect(problemLines(loaded)).toEqual([
    'a.yaml:1:1 unknown-key: unknown key "product" > Did you mean "products"?',
    'a.yaml:2:11 wrong-type: "products" must be a map, one entry per product > Write each product below products: on a line that begins with its key and a colon, without a dash.',
    'a.yaml:3:11 wrong-type: "webhooks" must be a list, one entry per webhook > Begin each webhook below webhooks: with a dash.',
    'b.yaml:1:1 wrong-type: a document must be a map with groups, categories, price_lists or products > Begin with one of them and a colon, such as products:',
  ])
})

test('what is wrong in an entry is said once: the rules do not repeat it', async () => {
  const loaded = await loadWritten({ 'a.yaml': 'products:\n  A: { prise: 5, pricing: {} }\n  B: { pricing: tee, title: B }\n' })

  expect(problemLines(loaded)).toEqual([
    'a.yaml:2:8 unknown-key: unknown key "prise" > Did you mean "price"?',
    'a.yaml:3:17 price-list-unknown: there is no price list "tee" > Add it under `price_lists`, or write the grid here.',
  ])
})

test('what is wrong at an anchor is said there, once, and not again of the entries that repeat it', async () => {
  const loaded = await loadWritten({
    'a.yaml':
      'products:\n  A: { title: A, price: &p "1,5" }\n  B: { title: B, price: *p }\n  C: &c { titel: C, price: 1 }\n  D: *c\n  E: { title: E, variants: { list: { F: { description: F, price: *p } } } }\n',
  })

  expect(problemLines(loaded)).toEqual([
    'a.yaml:2:28 wrong-type: "price" must be a price such as 19.95, digits with a point, found "1,5" > Write 1.5.',
    'a.yaml:4:11 unknown-key: unknown key "titel" > Did you mean "title"?',
  ])
})

test('a long value is cut in its middle where a sentence quotes it, the rest of the sentence stays', async () => {
  const slug = `a ${'b'.repeat(70)} ${'c '.repeat(100)}end`

  const { problems } = await loadWritten({
    'a.yaml': `products:\n  A: { title: A, price: 1, slug: "${slug}" }\n  B: { title: B, price: 1, ${'👍'.repeat(500)}: 1 }\n`,
  })

  expect(problems.map(({ message, fix }) => [message, fix])).toEqual([
    [
      `the slug "a ${'b'.repeat(57)}…${'c '.repeat(13)}end" contains a space`,
      `Write a-${'b'.repeat(58)}…${'c-'.repeat(13)}end, for example.`,
    ],
    [`unknown key "${'👍'.repeat(59)}…${'👍'.repeat(29)}"`, expect.stringMatching(/^Expected one of: title, description, /)],
  ])
})

test('webhooks, price tests and moves are checked for shape', async () => {
  const loaded = await loadWritten(
    {
      'a.yaml': [
        'webhooks: [{ name: newOrder, url: https://a.example }, { name: NewOrder, url: ${HOOK} }, { name: NewOrder, url: "${UNSET}/x" }, { name: NewOrder, url: erp }, { name: New-Order, url: https://a.example }]',
        'expect: [{ sku: A, price: 1e5 }, { sku: A, price: "1" }]',
        'moved: [{ from: A }]',
      ].join('\n'),
    },
    { env: { HOOK: 'secret-but-no-address' } },
  )

  expect(problemLines(loaded)).toEqual([
    'a.yaml:1:20 wrong-type: "name" must be an event name such as NewOrder, found "newOrder"',
    'a.yaml:1:79 wrong-type: the url of a webhook must be an address such as https://erp.example/hooks; with the value of HOOK it is none > ' +
      'Check the value of HOOK: what an address needs encoded is percent-encoded in it, such as a space as %20, / as %2F, ? as %3F and @ as %40.',
    'a.yaml:1:152 wrong-type: the url of a webhook must be an address such as https://erp.example/hooks',
    'a.yaml:1:167 wrong-type: "name" must be an event name such as NewOrder, found "New-Order"',
    'a.yaml:2:27 wrong-type: "price" must be a price such as 19.95, digits with a point, found "1e5"',
    'a.yaml:3:9 missing-key: this entry needs "to" > Add to: text.',
  ])
  expect(loaded.desired.moved).toBeUndefined()
  expect(JSON.stringify(loaded.problems)).not.toContain('secret')
})

test('pictures are hashed, and read again on demand', async () => {
  const bytes = png('mug')

  const [file, read, missing] = await inCatalogue(
    { 'a.yaml': 'products: { A: { price: 1, image: p/mug.png } }', 'p/mug.png': bytes },
    async (root) => {
      const loaded = await loadFlat({ root, env: {} })
      const gone = await loaded.readPicture('p/gone.png').catch((error: unknown) => error)
      return [loaded.desired.files[0], await loaded.readPicture('p/mug.png'), gone] as const
    },
  )

  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(file).toMatchObject({ path: 'images/items/mug.png', from: 'p/mug.png', size: bytes.length, sha256 })
  expect(Buffer.from(read)).toEqual(Buffer.from(bytes))
  expect(missing).toMatchObject({ code: 'file-unreadable' })
})

test('two different pictures for one place in the store are a problem, equal ones only a warning', async () => {
  const document =
    'products:\n  A: { price: 1, image: x/tee.png }\n  B: { price: 1, image: y/Tee.png }\n  C: { price: 1, thumb: y/Tee.png }\n'

  const different = await loadWritten({ 'a.yaml': document, 'x/tee.png': png('a'), 'y/Tee.png': png('b') })
  const equal = await loadWritten({ 'a.yaml': document, 'x/tee.png': png('a'), 'y/Tee.png': png('a') })

  expect(problemLines(different)).toEqual([
    'a.yaml:3:25 picture-collision: y/Tee.png and x/tee.png are different pictures with the same path in the store, images/items/Tee.png > Give one of them another file name. A difference in case is not enough.',
  ])
  expect(problemLines(equal)).toEqual([
    'a.yaml:3:25 picture-case: y/Tee.png and x/tee.png get names in the store that differ only in case > Use one spelling of the name in both places.',
  ])
  expect(equal.desired.files.map(({ path }) => path)).toEqual(['images/items/tee.png', 'images/items/Tee.png', 'images/thumb/Tee.png'])
})

test('a text file that is missing or no text is shown where it is named', async () => {
  const loaded = await loadWritten({
    'a.yaml': 'products:\n  A: { price: 1, comment: { file: gone.html } }\n  B: { price: 1, faqs: { file: latin1.html } }\n',
    'latin1.html': Buffer.from([0x66, 0xfc, 0x72]),
    'latin1.yaml': Buffer.from([0x23, 0xfc]),
  })

  expect(problemLines(loaded)).toEqual([
    'a.yaml:2:35 text-missing: there is no file gone.html > A path starts at the root of the catalogue, or with ./ beside the document.',
    'a.yaml:3:32 not-utf8: latin1.html is not UTF-8 text: line 1, column 2 has the byte FC > Save it as UTF-8.',
    'latin1.yaml:1:1 not-utf8: latin1.yaml is not UTF-8 text: line 1, column 2 has the byte FC > Save it as UTF-8.',
  ])
})

test('how a catalogue is split into files makes no difference', async () => {
  const entries = ['A: { price: 1 }', 'B: { price: 2, categories: [c] }', 'C: { price: 3 }', 'D: { pricing: p }']
  const shared = 'categories: { c: { name: C } }\nprice_lists: { p: { breaks: [0], prices: { default: [4] } } }\n'
  const bare = ({ fields, children }: DesiredRecord): unknown => ({
    fields,
    children: Object.fromEntries(Object.entries(children).map(([name, rows]) => [name, rows.map(bare)])),
  })
  const load = async (files: Record<string, string>): Promise<unknown> => (await loadWritten(files)).desired.roots.Product?.map(bare)
  const whole = await load({ 'all.yaml': `${shared}products: { ${entries.join(', ')} }\n` })

  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), async (cuts) => {
      const files: Record<string, string> = { 'z.yaml': shared }
      let number = 0
      for (const [index, entry] of entries.entries()) {
        if (cuts[index]) number += 1
        const name = `p${number}.yaml`
        files[name] = `${files[name] ?? 'products:\n'}  ${entry}\n`
      }
      expect(await load(files)).toEqual(whole)
    }),
    { numRuns: 16 },
  )
})

test('a file that is no document at all is told so, once', async () => {
  const loaded = await loadWritten({ 'compose.yaml': 'version: 3\nservices: {}\n', 'a.yaml': 'product: {}\n' })

  expect(problemLines(loaded)).toEqual([
    'a.yaml:1:1 unknown-key: unknown key "product" > Did you mean "products"?',
    'compose.yaml:1:1 unknown-key: unknown key "version" > Expected one of: groups, categories, price_lists, products, webhooks, expect, moved, defaults. Move a file that is not a document of the catalogue to another place, or into a folder whose name begins with a dot.',
    'compose.yaml:2:1 unknown-key: unknown key "services" > Expected one of: groups, categories, price_lists, products, webhooks, expect, moved, defaults.',
  ])
})
