import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { golden, productPage, readEvents } from './read-events.ts'

async function failure(document: string | Uint8Array, chunk = Infinity): Promise<unknown> {
  try {
    return await readEvents(document, { spec: 'Product+Inventory', chunk })
  } catch (error) {
    return error instanceof OperationalError ? [error.code, error.message] : error
  }
}

const page = productPage('<sku>A</sku>')
const header = 'startResultIndex="0" totalResults="1" totalResultsReturned="1"'
const deep = `${'<a>'.repeat(80)}${'</a>'.repeat(80)}`

test.each([
  ['an empty answer', '', 'it is empty'],
  ['blanks', ' \n ', 'it is empty'],
  ['plain text', 'Bad gateway', 'it is not XML'],
  ['JSON', '{"error":1}', 'it is not XML'],
  ['an HTML page', '<!DOCTYPE html>\n<html><body>Sign in<br></body></html>', 'it is an HTML page, not XML'],
  ['an HTML page without a doctype', '<HTML><head></head></HTML>', 'it is an HTML page, not XML'],
  ['another root', '<Products/>', 'its root is Products, not ResultSet'],
  ['a DTD', `<!DOCTYPE ResultSet [<!ENTITY a "b">]>${page}`, 'it has a DTD, which is never read'],
  ['an external DTD', `<!DOCTYPE ResultSet SYSTEM "file:///etc/passwd">${page}`, 'it has a DTD, which is never read'],
  ['a document cut off in a record', page.slice(0, -25), 'it is cut off'],
  ['a document cut off in a tag', page.slice(0, -3), 'it is cut off'],
  ['a document cut off between records', page.slice(0, -'</ResultSet>'.length), 'it is cut off'],
  ['a comment cut off after the end', `${page}<!-- `, 'it is cut off'],
  ['only a start tag', `<ResultSet ${header}>`, 'it is cut off'],
  ['tags that do not match', productPage('<sku>A</title>'), 'it is not well-formed XML ("sku" is closed by "title")'],
  ['an end tag too many', '</ResultSet>', 'it is not well-formed XML (an end tag without a start tag)'],
  ['an end tag with an attribute', productPage('<sku>A</sku a="1">'), 'it is not well-formed XML (a "<" does not begin a tag)'],
  ['a lone <', productPage('<title>a < b</title>'), 'it is not well-formed XML (a "<" does not begin a tag)'],
  ['something after the root', `${page}<Product/>`, 'something follows the end of the document'],
  ['text after the root', `${page}<!-- -->done`, 'something follows the end of the document'],
  ['text between records', page.replace('<Product>', 'x<Product>'), 'there is text between its records'],
  ['CDATA between records', page.replace('<Product>', '<![CDATA[ ]]><Product>'), 'there is text between its records'],
  ['text between fields', productPage('<sku>A</sku>x'), 'there is text between the fields of a Product record'],
  ['a record of text', productPage('A'), 'a Product record contains text instead of fields'],
  ['another record', page.replaceAll('Product>', 'Cat>'), 'it contains a Cat record where Product was requested'],
  ['fewer records than declared', page.replace('Returned="1"', 'Returned="2"'), 'it declares 2 records, but contains 1'],
  ['more records than declared', page.replace('Returned="1"', 'Returned="0"'), 'it declares 0 records, but contains 1'],
  ['no totals', '<ResultSet></ResultSet>', 'its startResultIndex is missing'],
  ['a total that is no number', page.replace('totalResults="1"', 'totalResults="many"'), 'its totalResults is not a whole number'],
  ['an unknown entity', productPage('<title>a&nbsp;b</title>'), 'it contains &nbsp;, which is not a reference of XML'],
  ['a bare &', productPage('<title>a & b</title>'), "it is not well-formed XML (char '&' is not expected)"],
  [
    'a name of every object as an entity',
    productPage('<title>&toString;</title>'),
    'it contains &toString;, which is not a reference of XML',
  ],
  ['a reference to no character', productPage('<title>&#0;</title>'), 'it contains &#0;, which is not a reference of XML'],
  ['a reference to half a pair', productPage('<title>&#xD83D;</title>'), 'it contains &#xD83D;, which is not a reference of XML'],
  ['a reference beyond Unicode', productPage('<title>&#x110000;</title>'), 'it contains &#x110000;, which is not a reference of XML'],
  ['a control character', productPage('<title>a\u0007b</title>'), 'it contains a control character'],
  [
    'a control character in a record after others',
    page.replace('</Product>', '</Product><Product><sku>B\u001F</sku></Product>'),
    'it contains a control character',
  ],
  ['U+FFFE', productPage('<title>a\uFFFEb</title>'), 'it contains a control character'],
  ['U+FFFF', productPage('<title>a\uFFFF</title>'), 'it contains a control character'],
  ['a < in an attribute', productPage('<title id="a<b">A</title>'), 'it is not well-formed XML ("<" in an attribute)'],
  ["a < in an attribute with '", productPage("<title id = 'a<b'>A</title>"), 'it is not well-formed XML ("<" in an attribute)'],
  ['an unknown reference in an attribute', productPage('<title id="a&b">A</title>'), 'it contains &, which is not a reference of XML'],
  ['the end of CDATA in text', productPage('<title>a]]>b</title>'), 'it is not well-formed XML ("]]>" in a text)'],
  ['a field twice', productPage('<sku>A</sku><sku>B</sku>'), 'a Product record has the field sku twice'],
  [
    'raw HTML in a field',
    productPage('<title>a <b>b</b></title>'),
    'the field title of a Product record contains elements instead of text',
  ],
  ['endless nesting', productPage(deep), 'its elements are nested deeper than 64'],
  [
    'an attribute without a value',
    page.replace('<Product>', '<Product new>'),
    "it is not well-formed XML (boolean attribute 'new' is not allowed)",
  ],
  ['a name that the parser refuses', productPage('<constructor>1</constructor>'), 'it contains an element that cannot be parsed'],
  ['a name of every prototype', productPage('<__proto__>1</__proto__>'), 'it contains an element that cannot be parsed'],
  ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${page}`, 'it declares an encoding other than UTF-8'],
  [
    'an XML declaration inside',
    page.replace('<Product>', '<?xml version="1.0"?><Product>'),
    'it is not well-formed XML (an XML declaration is inside it)',
  ],
  ['an rsp that is fine', '<rsp stat="ok" version="3.0"/>', 'it is an rsp without an error, where records were requested'],
])('%s is refused', async (_, document, detail) => {
  const seen = await failure(document)

  expect(seen).toEqual(['store-answer-broken', `The store's answer for Product+Inventory cannot be used: ${detail}.`])
})

test('bytes that are not UTF-8 are refused, also half a character at the end', async () => {
  const bytes = new TextEncoder().encode(page)

  const latin = await failure(Uint8Array.from([...bytes.subarray(0, 90), 0xe9, ...bytes.subarray(90)]))
  const half = await failure(Uint8Array.from([...bytes, 0xc3]))

  const seen = ['store-answer-broken', "The store's answer for Product+Inventory cannot be used: it is not in UTF-8."]
  expect([latin, half]).toEqual([seen, seen])
})

test('a fault of the store is its own error, with its code', async () => {
  const reading = readEvents(golden('fault-not-found.xml'), { spec: 'Product+Inventory', chunk: 7 })

  await expect(reading).rejects.toMatchObject({
    code: 'store-fault',
    message: 'The store refused Product+Inventory: Product A & B/1 not found (code 404).',
    context: { code: 404 },
  })
})

test('a document cut off at any byte is refused, never read as a short page', async () => {
  const bytes = new TextEncoder().encode(golden('product-with-inventory-and-categories.xml').trimEnd())

  const accepted: number[] = []
  for (let length = 0; length < bytes.length; length += 1) {
    const seen = await failure(bytes.subarray(0, length))
    if (!Array.isArray(seen) || seen[0] !== 'store-answer-broken') accepted.push(length)
  }

  expect(accepted).toEqual([])
  expect(bytes.length).toBeGreaterThan(1500)
})

test('records before the fault of a document are yielded, then the fault is thrown', async () => {
  const good = `<ResultSet startResultIndex="0" totalResults="2" totalResultsReturned="2"><Product><sku>A</sku></Product><Product><sku>`

  const seen = await failure(good, 16)

  expect(seen).toEqual(['store-answer-broken', "The store's answer for Product+Inventory cannot be used: it is cut off."])
})
