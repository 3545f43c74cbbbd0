import { expect, test } from 'vitest'
import { notUtf8 } from '../../../src/files/not-utf8.ts'
import { decodeUtf8 } from '../../../src/files/decode-utf8.ts'

const partBytes = 1_000_000
const mark = '\uFEFF'

/** Bytes of a text whose character `character` begins `before` bytes before the end of its first part. */
function textAround(character: string, before: number): { readonly text: string; readonly bytes: Uint8Array } {
  const text = `${'a'.repeat(partBytes - before)}${character.repeat(5)}${'b'.repeat(partBytes)}`
  return { text, bytes: new TextEncoder().encode(text) }
}

const characters = ['z', 'é', '€', '😀', mark]

test.each(
  characters.flatMap((character) =>
    [0, 1, 2, 3, 4].map((before) => [character.codePointAt(0)?.toString(16) ?? '', character, before] as const),
  ),
)('a long text with U+%s at the end of a part is whole', (_, character, before) => {
  const { text, bytes } = textAround(character, before)

  const read = decodeUtf8(bytes)

  expect(read === text).toBe(true)
})

test('a byte order mark is removed from the start alone', () => {
  const text = `${mark}${'a'.repeat(partBytes - 3)}${mark}b`

  const read = decodeUtf8(new TextEncoder().encode(text))

  expect(read === text.slice(1)).toBe(true)
})

test.each([
  ['a part without a first byte', new Uint8Array(2 * partBytes).fill(0x80)],
  ['a character that ends early', Uint8Array.from([...new Uint8Array(partBytes).fill(0x61), 0xe2, 0x82])],
  [
    'a character of one part that the next one does not end',
    Uint8Array.from([...new Uint8Array(partBytes - 1).fill(0x61), 0xe2, 0x61, 0x61]),
  ],
])('%s is not UTF-8', (_, bytes) => {
  const read = decodeUtf8(bytes)

  expect(read).toBe(undefined)
})

test.each([
  ['x\uFFFDy', 'line 1, column 4'],
  ['\uFFFD\uFFFD', 'line 1, column 3'],
  ['a\uFFFD\nb', 'line 2, column 2'],
])('the first wrong byte after %j, which has what decoders write for one, is the one that is named', (before, place) => {
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xe5]), Buffer.from('\uFFFDz\n')])

  expect(notUtf8('a.html', bytes)).toBe(`a.html is not UTF-8 text: ${place} has the byte E5`)
})
