import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFault, parseFault } from '../../../src/wire/fault.ts'
import { golden } from './read-events.ts'

test.each([
  ['fault-not-found.xml', { code: 404, message: 'Product A & B/1 not found' }],
  ['fault-invalid-fields.xml', { code: 406, message: 'Invalid fields specified: colour,<size>' }],
])('%s', (name, seen) => {
  const fault = parseFault(golden(name))

  expect(fault).toEqual(seen)
})

test.each([
  [
    'any prefix',
    '<a:rsp xmlns:a="urn:a" stat="fail"><a:error><a:code> 500 </a:code><a:msg/></a:error></a:rsp>',
    { code: 500, message: '' },
  ],
  ['other order, other quotes', "<rsp stat='fail'><error><msg>no</msg><code>400</code></error></rsp>", { code: 400, message: 'no' }],
  [
    'an unknown entity stays',
    '<rsp stat="fail"><error><code>400</code><msg>a&nbsp;b</msg></error></rsp>',
    { code: 400, message: 'a&nbsp;b' },
  ],
  ['cut off in the text', '<rsp stat="fail"><error><code>400</code><msg>half a sen', { code: 400, message: 'half a sen' }],
  ['a byte order mark', '\uFEFF<rsp stat="fail"><error><code>400</code></error></rsp>', { code: 400, message: '' }],
])('a fault is read with %s', (_, text, seen) => {
  const fault = parseFault(text)

  expect(fault).toEqual(seen)
})

test.each([
  ['', 'nothing'],
  ['<rsp stat="ok" version="3.0"/>', 'an rsp that is fine'],
  ['<rsp stat="fail"><error><msg>no code</msg></error></rsp>', 'a fault without a code'],
  ['<rsp stat="fail"><error><code>forty</code></error></rsp>', 'a code that is no number'],
  ['<html><rsp stat="fail"><error><code>404</code></error></rsp></html>', 'an rsp inside something else'],
  ['Bad gateway', 'plain text'],
  [golden('no-match.xml'), 'a ResultSet'],
])('%s is not a fault: %s', (text) => {
  const fault = parseFault(text)

  expect(fault).toBeNull()
})

test('a fault is written as platform.md shows it', () => {
  const text = formatFault(404, 'Product <a> & "b" not found')

  expect(text).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<rsp stat="fail" version="3.0"><error><code>404</code><msg>Product &lt;a&gt; &amp; &quot;b&quot; not found</msg></error></rsp>\n',
  )
})

test('a message that XML cannot carry loses only the characters at fault', () => {
  const fault = parseFault(formatFault(400, 'bell \u0007 and half \uD83D of 🍵'))

  expect(fault).toEqual({ code: 400, message: 'bell \uFFFD and half \uFFFD of 🍵' })
})

test('every message survives format and parse, but for blanks around it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 599 }), fc.string({ unit: 'grapheme' }), (code, message) => {
      expect(parseFault(formatFault(code, message))).toEqual({ code, message: message.trim() })
    }),
  )
})
