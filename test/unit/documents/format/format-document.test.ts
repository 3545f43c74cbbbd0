import { expect, test } from 'vitest'
import { formatDocument } from '../../../../src/documents/format/format-document.ts'

/** The canonical form of a text; formatting it again must change nothing. */
function formatted(text: string, kind: 'catalogue' | 'config' = 'catalogue'): string {
  const result = formatDocument('shop.yaml', text, { kind })
  const made = 'text' in result ? result.text : ''
  const again = formatDocument('shop.yaml', made, { kind })
  expect(again).toEqual({ text: made })
  return made
}

test('keys follow the order of the schema, comments and blank lines go with them', () => {
  const text = `# yaml-language-server: $schema=x
# about the shop
products:
  TEE:
    variants:
      override: { TEE-s: { image: a.png, price: 1 } }
      matrix: '{sku}-{size}' # codes
    # what it costs
    price: 19.95

    # the name
    title: Tee # shown
    meta_title: T
    colour_code: 7
    slug: tee
groups:
  vip:
    title: VIP
`

  const made = formatted(text)

  expect(made).toBe(`# yaml-language-server: $schema=x

groups:
  vip:
    title: VIP

# about the shop
products:
  TEE:
    # the name
    title: Tee # shown
    slug: tee
    meta_title: T
    colour_code: 7
    # what it costs
    price: 19.95
    variants:
      matrix: '{sku}-{size}' # codes
      override:
        TEE-s: { price: 1, image: a.png }
`)
})

test('quotes are written only where YAML needs them, and where a text could be read as a number, flag or date', () => {
  const text = `products:
  "TEE":
    title: "Classic tee"
    slug: 'tee'
    gtin: "007"
    mpn: 007
    price: '19.95'
    inactive: "false"
    attributes: { "Dish washer": 'yes', Date: "2026-12-01", Note: "a: b", Its: "it's", Empty: "", Wide: "\\u6f22" }
    merchandising: { start_date: '2026-12-01', discount: "10%" }
`

  const made = formatted(text)

  expect(made).toBe(`products:
  TEE:
    title: Classic tee
    gtin: '007'
    mpn: 007
    slug: tee
    inactive: false
    attributes: { Dish washer: 'yes', Date: '2026-12-01', Note: 'a: b', Its: it's, Empty: '', Wide: 漢 }
    merchandising: { discount: 10%, start_date: 2026-12-01 }
    price: 19.95
`)
})

test('short maps are written on one line; long ones, maps of maps of maps and lists of maps on several; records keep their form', () => {
  const text = `products:
  A: { title: A, inventory: { quantity: 1 } }
  B:
    title: B
    inventory:
      quantity: 1
    options: { size: { label: Size, values: { s: S } } }
    extra_images: [{ image: b.png, code: x }, c.png]
    access:
    - dealer
    - vip
    attributes: { Material: ${'long '.repeat(12).trim()}, Care: ${'gentle '.repeat(9).trim()} }
`

  const made = formatted(text)

  expect(made).toBe(`products:
  A: { title: A, inventory: { quantity: 1 } }
  B:
    title: B
    access: [dealer, vip]
    attributes:
      Material: ${'long '.repeat(12).trim()}
      Care: ${'gentle '.repeat(9).trim()}
    inventory: { quantity: 1 }
    extra_images:
      - { image: b.png, code: x }
      - c.png
    options:
      size: { label: Size, values: { s: S } }
`)
})

test('comments inside braces and after dashes are kept, each above or after its entry', () => {
  const text = `products:
    A:
        attributes: { # facts
            Material: Cotton, # of Peru
            # in this order
            Fit: Regular # loose
            # more to come
        } # end
        # the last word
webhooks:
    - # one
      name: NewOrder
      # where to
      url: https://erp.example/x
    -   # two
        { url: https://erp.example/y, name: NewOrder }
# bye
`

  const made = formatted(text)

  expect(made).toBe(`products:
  A:
    attributes: # end
      # facts
      Material: Cotton # of Peru
      # in this order
      Fit: Regular # loose
      # more to come
    # the last word

webhooks:
  # one
  - name: NewOrder
    # where to
    url: https://erp.example/x
  # two
  - { name: NewOrder, url: https://erp.example/y }
# bye
`)
})

test('texts of several lines stay what they read as', () => {
  const text = `products:
  A:
    title: goes
      on
    description: >
        folded
        text

        second

    comment: |2+
         led by spaces
      end

    faqs: "one\\ntwo"
    brand: |-
      Northwind
`

  const made = formatted(text)

  expect(made).toBe(`products:
  A:
    title: goes on
    description: >
      folded
      text

      second

    comment: |2+
         led by spaces
      end

    faqs: |-
      one
      two
    brand: Northwind
`)
})

test('anchors stay before their aliases, also against the order of keys; tags of overlays stay', () => {
  const text = `products:
  A:
    pricing: &grid { breaks: [0], prices: { default: [1] } }
    inventory: &stock { quantity: 1 }
    variants: { each: { pricing: *grid, inventory: *stock }, list: { A-1: {} } }
  B:
    variants: { each: &all { weight: 1, price: 2 }, list: { B-1: *all } }
    merchandising: !remove
    options: !replace { size: { values: { s: S } } }
`

  const made = formatted(text)

  expect(made).toBe(`products:
  A:
    inventory: &stock { quantity: 1 }
    pricing: &grid
      breaks: [0]
      prices:
        default: [1]
    variants:
      each: { pricing: *grid, inventory: *stock }
      list:
        A-1: {}
  B:
    merchandising: !remove
    options: !replace
      size: { values: { s: S } }
    variants:
      each: &all { price: 2, weight: 1 }
      list:
        B-1: *all
`)
})

test('keys are not sorted where an anchor would come after its alias', () => {
  const made = formatted('products:\n  A:\n    price: &p 5\n    custom_data1: x\n    title: *p\n')

  expect(made).toBe('products:\n  A:\n    price: &p 5\n    custom_data1: x\n    title: *p\n')
})

test('a config keeps its sections together and its stores apart', () => {
  const text = `default_store: local
guards:
  max_removals: 10
stores: { local: { emulator: true }, staging: { key: "\${STAGING_KEY}", base_url: 'https://staging.example' } }
`

  const made = formatted(text, 'config')

  expect(made).toBe(`stores:
  local: { emulator: true }
  staging: { base_url: https://staging.example, key: '\${STAGING_KEY}' }
default_store: local
guards: { max_removals: 10 }
`)
})

test.each([
  ['a document mark and a byte order mark go', '\uFEFF---\nproducts: {}\n...\n', 'products: {}\n'],
  ['Windows line ends stay', 'products: {}\r\n\r\n\r\n# x\r\n', 'products: {}\r\n\r\n# x\r\n'],
  ['line ends of both kinds become one', 'products: {}\n# x\r\n', 'products: {}\n# x\n'],
  ['blank lines at the ends go, several become one', '\n\n# a\n\n\n\n# b\nproducts: {}\n\n\n', '# a\n\n# b\nproducts: {}\n'],
  ['an empty document', '', ''],
  ['a document of comments', '# a  \n\n\n# b', '# a\n\n# b\n'],
  ['braces at the top', '{ products: { A: { title: A } } }', 'products:\n  A: { title: A }\n'],
  ['nothing behind a key', 'products:\n  A:\n    title:\n', 'products:\n  A:\n    title:\n'],
])('%s', (_, text, expected) => {
  expect(formatted(text)).toBe(expected)
})

test.each([
  ['broken YAML', 'products:\n  A: [1\n', 'yaml-broken'],
  ['a list as a key', 'products: { [a]: 1 }\n', 'key-shape'],
  ['an alias of nothing', 'products: *none\n', 'yaml-alias'],
])('%s is a problem and left alone', (_, text, rule) => {
  const result = formatDocument('shop.yaml', text)

  expect('problems' in result ? result.problems.map((problem) => problem.rule) : result).toEqual([rule])
})

test.each([
  ['a directive', '%YAML 1.2\n---\nproducts: {}\n'],
  ['a list at the top', '- a\n'],
])('%s is left alone without a problem', (_, text) => {
  expect(formatDocument('shop.yaml', text)).toEqual({ leftAlone: 'it has a %directive, or is not a map of plain keys' })
})
