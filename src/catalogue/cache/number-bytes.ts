import { invariant } from '../../errors.ts'

/** Numbers as bytes, in room that is reused. */
export interface NumberBytes {
  /** Adds a whole number of at most 31 bits; of the negative ones only -1. */
  push(number: number): void
  /** A text in UTF-8 and after it the numbers since the last call, valid until the next one; `split`: where they begin. */
  after(text: string): { readonly bytes: Buffer; readonly split: number }
}

/** A byte has seven bits of a number, the lowest first; all but its last have the highest bit set. */
const mostBytes = 5

/** Opens an empty list of numbers. */
export function openNumberBytes(): NumberBytes {
  let numbers = Buffer.allocUnsafeSlow(1 << 12)
  let used = 0
  let room = Buffer.allocUnsafeSlow(1 << 14)
  return {
    push: (number) => {
      if (used + mostBytes > numbers.length) numbers = Buffer.concat([numbers], numbers.length * 2)
      let left = number + 1
      invariant(left >= 0 && left < 2 ** 31, 'a number of 31 bits')
      for (; left > 0x7f; left >>>= 7) {
        numbers[used] = (left & 0x7f) | 0x80
        used += 1
      }
      numbers[used] = left
      used += 1
    },
    after: (text) => {
      // UTF-8 takes at most three bytes for a UTF-16 unit.
      const wanted = text.length * 3 + used
      if (room.length < wanted) room = Buffer.allocUnsafeSlow(wanted * 2)
      const split = room.write(text)
      room.set(numbers.subarray(0, used), split)
      const bytes = room.subarray(0, split + used)
      used = 0
      return { bytes, split }
    },
  }
}

/** The numbers that these are the bytes of. */
export function numbersIn(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let number = 0
  let shift = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    number |= (byte & 0x7f) << shift
    shift += 7
    if (byte > 0x7f) continue
    numbers.push(number - 1)
    number = 0
    shift = 0
  }
  return numbers
}
