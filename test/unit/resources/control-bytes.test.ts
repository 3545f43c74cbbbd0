import { assert, integer, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { illegalAt } from '../../../src/resources/legal-text.ts'
import { hasControlByte } from '../../../src/resources/control-bytes.ts'

test('each byte is found exactly where it is a control character that XML does not allow, at any place of any alignment', () => {
  const wrong: string[] = []
  let tried = 0
  for (let byte = 0; byte < 256; byte += 1) {
    const isControl = byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte)
    // Beside bytes with which a subtraction of the whole word borrows, and does not.
    for (const other of [0x20, 0x0a, 0x7f, 0x80, 0xff]) {
      for (const [part, at] of placesIn(new Uint8Array(48).fill(other))) {
        part[at] = byte
        wrong.push(
          ...(hasControlByte(part) === isControl ? [] : [`${byte} at ${at} of ${part.length} from ${part.byteOffset}, in ${other}`]),
        )
        part[at] = other
        tried += 1
      }
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toBe(256 * 5 * 4 * 820)
})

/** Each index of each part of 1 to 40 bytes that begins at one of the first four. */
function* placesIn(bytes: Uint8Array): Generator<readonly [part: Uint8Array, at: number]> {
  for (let offset = 0; offset < 4; offset += 1) {
    for (let length = 1; length < 41; length += 1) {
      const part = bytes.subarray(offset, offset + length)
      for (let at = 0; at < length; at += 1) yield [part, at]
    }
  }
}

test('law: what `illegalAt` finds in a text of such characters', () => {
  const found = { some: 0, none: 0 }
  const anyBytes = uint8Array({ maxLength: 80 })
  assert(
    property(anyBytes, integer({ min: 0, max: 3 }), integer({ min: 0, max: 255 }), (bytes, offset, lowest) => {
      const part = bytes.map((byte) => Math.max(byte, lowest)).subarray(offset)
      const isFound = illegalAt(Buffer.from(part).toString('latin1')) >= 0
      expect(hasControlByte(part)).toBe(isFound)
      found[isFound ? 'some' : 'none'] += 1
    }),
    { numRuns: 2_000 },
  )
  expect(Math.min(found.some, found.none)).toBeGreaterThan(50)
})
