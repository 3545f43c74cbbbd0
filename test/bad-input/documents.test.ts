import { expect, test } from 'vitest'
import { validateShop } from './validate-shop.ts'

test('an unknown key of a product', async () => {
  const report = await validateShop({ 'products/tees.yaml': 'products:\n  TEE:\n    titel: Classic tee\n    price: 19.95\n' })

  expect(report).toMatchInlineSnapshot(`
    "error[unknown-key]: unknown key "titel"
      --> products/tees.yaml:3:5
      2 │   TEE:
    > 3 │     titel: Classic tee
        │     ^^^^^
      4 │     price: 19.95
      help: Did you mean "title"?

    1 error in 1 file
    exit 65"
  `)
})

test('an unknown section of a document', async () => {
  const report = await validateShop({ 'shop.yaml': 'prodcuts:\n  TEE: { title: Tee }\n' })

  expect(report).toMatchInlineSnapshot(`
    "error[unknown-key]: unknown key "prodcuts"
      --> shop.yaml:1:1
    > 1 │ prodcuts:
        │ ^^^^^^^^
      2 │   TEE: { title: Tee }
      help: Did you mean "products"?

    1 error in 1 file
    exit 65"
  `)
})

test('an unknown key of the config', async () => {
  const report = await validateShop({ 'planogram.yaml': 'stores:\n  local: { emulator: true }\nlimits: { concurency: 4 }\n' })

  expect(report).toMatchInlineSnapshot(`
    "error[unknown-key]: unknown key "concurency"
      --> planogram.yaml:3:11
      2 │   local: { emulator: true }
    > 3 │ limits: { concurency: 4 }
        │           ^^^^^^^^^^
      help: Did you mean "concurrency"?

    1 error
    exit 65"
  `)
})

test.each(['0', '0.000001', '-1'])('%s requests per second', async (rate) => {
  const report = await validateShop({
    'planogram.yaml': `stores:\n  local: { emulator: true }\nlimits: { requests_per_second: ${rate} }\n`,
  })

  expect(report).toContain(`error[wrong-type]: "requests_per_second" must be a number from 0.01, such as 2 or 0.5, found "${rate}"`)
  expect(report).toContain('--> planogram.yaml:3:32')
})

test('values of the wrong type', async () => {
  const report = await validateShop({
    'products.yaml': 'products:\n  TEE:\n    title: Classic tee\n    price: 1,50\n    inactive: maybe\n    categories: tees\n',
  })

  expect(report).toMatchInlineSnapshot(`
    "error[wrong-type]: "price" must be a price such as 19.95, digits with a point, found "1,50"
      --> products.yaml:4:12
      3 │     title: Classic tee
    > 4 │     price: 1,50
        │            ^^^^
      5 │     inactive: maybe
      help: Write 1.50.

    error[wrong-type]: "inactive" must be true or false, found "maybe"
      --> products.yaml:5:15
      4 │     price: 1,50
    > 5 │     inactive: maybe
        │               ^^^^^
      6 │     categories: tees

    error[wrong-type]: "categories" must be a map of code: sort, or a list of codes, found "tees"
      --> products.yaml:6:17
      5 │     inactive: maybe
    > 6 │     categories: tees
        │                 ^^^^
      help: Write [tees].

    3 errors in 1 file
    exit 65"
  `)
})

test('a list where a map is due', async () => {
  const report = await validateShop({ 'products.yaml': 'products:\n  - TEE\n' })

  expect(report).toMatchInlineSnapshot(`
    "error[wrong-type]: "products" must be a map, one entry per product
      --> products.yaml:2:3
      1 │ products:
    > 2 │   - TEE
        │   ^^^^^
      help: Write each product below products: on a line that begins with its key and a colon, without a dash.

    1 error in 1 file
    exit 65"
  `)
})

test('a key without a value', async () => {
  const report = await validateShop({ 'products.yaml': 'products:\n  TEE:\n    title:\n    price: 1\n' })

  expect(report).toMatchInlineSnapshot(`
    "error[null-value]: "title" has no value
      --> products.yaml:3:5
      2 │   TEE:
    > 3 │     title:
        │     ^^^^^
      4 │     price: 1
      help: Leave the key out to leave the field alone. Write "" for an empty text, and [] or {} for an empty collection.

    1 error in 1 file
    exit 65"
  `)
})

test('one sku in two files', async () => {
  const report = await validateShop({
    'a.yaml': 'products:\n  TEE: { title: Tee, price: 1 }\n',
    'more/b.yaml': 'products:\n  MUG: { title: Mug, price: 2 }\n  TEE: { title: Other tee, price: 3 }\n',
  })

  expect(report).toMatchInlineSnapshot(`
    "error[unique-keys]: the product "TEE" is defined twice
      --> more/b.yaml:3:3
      2 │   MUG: { title: Mug, price: 2 }
    > 3 │   TEE: { title: Other tee, price: 3 }
        │   ^^^
      note: the first definition
      --> a.yaml:2:3
      1 │ products:
    > 2 │   TEE: { title: Tee, price: 1 }
        │   ^^^
      help: Keep one of the two definitions.

    1 error in 2 files
    exit 65"
  `)
})

test('a quote that is never closed: the frame shows where it opened', async () => {
  const report = await validateShop({ 'shop.yaml': 'products:\n  TEE:\n    title: "Classic tee\n    price: 1\n  MUG:\n    title: Mug\n' })

  expect(report).toMatchInlineSnapshot(`
    "error[yaml-broken]: broken YAML: the quote " that opens here is never closed
      --> shop.yaml:3:12
      2 │   TEE:
    > 3 │     title: "Classic tee
        │            ^
      4 │     price: 1
      help: Close it with ".

    1 error in 1 file
    exit 65"
  `)
})

test('a tab as indentation', async () => {
  const report = await validateShop({ 'shop.yaml': 'products:\n\tTEE:\n\t\ttitle: Tee\n' })

  expect(report).toMatchInlineSnapshot(`
    "error[yaml-broken]: broken YAML: this line is indented with a tab
      --> shop.yaml:2:1
      1 │ products:
    > 2 │     TEE:
        │ ^^^^
      3 │         title: Tee
      help: Indent with spaces: two for each level.

    1 error in 1 file
    exit 65"
  `)
})

test('entries that do not line up', async () => {
  const report = await validateShop({ 'shop.yaml': 'products:\n  TEE:\n    title: Tee\n   price: 1\n' })

  expect(report).toMatchInlineSnapshot(`
    "error[yaml-broken]: broken YAML: price is indented by 3 spaces, title by 4 spaces
      --> shop.yaml:4:4
      3 │     title: Tee
    > 4 │    price: 1
        │    ^^^^^
      help: Indent price by 4 spaces if it belongs to the same map as title.

    1 error in 1 file
    exit 65"
  `)
})

test('an alias bomb: lists of ten aliases of lists of ten aliases, nine deep', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  const lists = names.map(
    (name, index) =>
      `      ${name}: &${name} [${Array(10)
        .fill(index === 0 ? 'x' : `*${names[index - 1]}`)
        .join(', ')}]`,
  )

  const report = await validateShop({ 'shop.yaml': `products:\n  TEE:\n    price: 1\n    attributes:\n${lists.join('\n')}\n` })

  const [bomb] = report.split('\n\n').filter((block) => block.startsWith('error[yaml-alias]'))
  expect(bomb).toMatchInlineSnapshot(`
    "error[yaml-alias]: the aliases of this document expand to more than 500,000 values
      --> shop.yaml:10:26
       9 │       e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
    > 10 │       f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
         │                          ^^
      11 │       g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f, *f]
      help: Write the values out, or use price lists."
  `)
  expect(report).toMatch(/exit 65$/)
})
