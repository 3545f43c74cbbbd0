import * as fc from 'fast-check'

/** The forms of the elements of a page. */
interface Form {
  readonly text: readonly string[]
  readonly attributes: readonly string[]
  readonly blank: readonly string[]
  /** The blanks at the end of an end tag; with the first, an element without content is an empty tag. */
  readonly beforeEnd: readonly ['', ...string[]]
}

const usual: Form = {
  text: [
    'oak',
    ' ',
    '\n  ',
    '\r\n',
    '\r',
    '&amp;',
    '&lt;b&gt;',
    '&#39;',
    '&#x1F375;',
    '<![CDATA[<p>a & b</p>]]>',
    '<![CDATA[</Product>]]>',
    '<![CDATA[]]>',
    '"\'>',
    'Čaj 🍵',
    ']]',
    'a text of more than twelve characters',
  ],
  attributes: ['', '', '', ' id="4"', ' href="/API/V3/Product/A" id="4"', " id='4'", ' ', '\n'],
  blank: ['', '', '\n    ', ' ', '\t', '\r\n'],
  beforeEnd: [''],
}

const unusual: Form = {
  ...usual,
  text: [...usual.text, '<!-- note -->', '<?page 2?>'],
  attributes: [...usual.attributes, ' a="1" b="2" c="3"'],
  beforeEnd: ['', '', '', ' '],
}

function joined(parts: readonly string[]): string {
  return parts.join('')
}

/** Pages of `Product+(Variants+PricingAdvanced)+Inventory`, with children in this order. */
function pagesOf(form: Form): fc.Arbitrary<string> {
  const text = fc.array(fc.constantFrom(...form.text), { maxLength: 4 }).map(joined)
  const attributes = fc.constantFrom(...form.attributes)
  const blank = fc.constantFrom(...form.blank)
  const beforeEnd = fc.constantFrom(...form.beforeEnd)

  function element(name: string, content: fc.Arbitrary<string>): fc.Arbitrary<string> {
    return fc
      .tuple(attributes, content, blank, beforeEnd)
      .map(([given, inner, before, end]) =>
        inner === '' && end === '' ? `${before}<${name}${given}/>` : `${before}<${name}${given}>${inner}</${name}${end}>`,
      )
  }

  function record(name: string, fields: readonly string[], below: fc.Arbitrary<string> = fc.constant('')): fc.Arbitrary<string> {
    return element(
      name,
      fc.tuple(...fields.map((field) => fc.option(element(field, text), { nil: '', freq: 5 })), below, blank).map(joined),
    )
  }

  const price = record('PricingAdvanced', ['uid', 'price'])
  const variant = record('Variants', ['code', 'title', 'house_code'], fc.array(price, { maxLength: 2 }).map(joined))
  const inventory = fc.option(record('Inventory', ['quantity']), { nil: '' })
  const below = fc.tuple(fc.array(variant, { maxLength: 2 }).map(joined), inventory).map(joined)
  const product = record('Product', ['sku', 'title', 'comment', 'meta_title'], below)
  return fc
    .array(product, { maxLength: 4 })
    .map(
      (records) =>
        `<ResultSet startResultIndex="0" totalResults="${records.length}" totalResultsReturned="${records.length}">${joined(records)}</ResultSet>`,
    )
}

/** Pages of `Product+(Variants+PricingAdvanced)+Inventory` whose elements have the forms that stores and most clients write. */
export const usualPage: fc.Arbitrary<string> = pagesOf(usual)

/** The same with comments, instructions and blanks in end tags. */
export const page: fc.Arbitrary<string> = pagesOf(unusual)

const pieces = ['', '<', '>', '&', '/', 'x', ']]>', '"', '\u0001', '<sku>']

/** Pages with a few characters removed, doubled or replaced. */
export function damaged(pages: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edits = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...pieces)), { minLength: 1, maxLength: 3 })
  return fc.tuple(pages, edits).map(([document, all]) =>
    all
      .reduce((whole, [place, by]) => {
        const at = Math.floor(place * whole.length)
        return whole.slice(0, at) + by + whole.slice(at + 1)
      }, document)
      // UTF-8 has no half of a pair of surrogates.
      .toWellFormed(),
  )
}
