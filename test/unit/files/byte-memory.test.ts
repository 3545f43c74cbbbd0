import { expect, test } from 'vitest'
import { openByteMemory } from '../../../src/files/byte-memory.ts'

test('memory that was given back is used for the next file that it has room for', () => {
  const memory = openByteMemory()
  const [first, second] = [memory.take(50_000), memory.take(50_000)]
  memory.giveBack(first)

  const [larger, same, other] = [memory.take(500_000), memory.take(40_000), memory.take(40_000)]

  expect([first, larger, same, other].map(({ length }) => length)).toEqual([50_000, 500_000, 40_000, 40_000])
  expect([larger, same, other].map(({ buffer }) => buffer === first.buffer)).toEqual([false, true, false])
  expect([larger, same, other].map(({ buffer }) => buffer === second.buffer)).toEqual([false, false, false])
})

test('bytes from elsewhere, and those that were given back before, are not used', () => {
  const memory = openByteMemory()
  const [foreign, own] = [Buffer.alloc(100_000), memory.take(100_000)]
  for (const bytes of [foreign, own, own]) memory.giveBack(bytes)

  const taken = [memory.take(90_000), memory.take(90_000)]

  expect(taken.map(({ buffer }) => buffer === own.buffer)).toEqual([true, false])
  expect(taken.map(({ buffer }) => buffer === foreign.buffer)).toEqual([false, false])
})

test('no more than 16 blocks are kept, the last ones', () => {
  const memory = openByteMemory()
  const blocks = Array.from({ length: 20 }, () => memory.take(1_000))
  for (const block of blocks) memory.giveBack(block)

  const again = new Set(Array.from({ length: 20 }, () => memory.take(1_000).buffer))

  expect(blocks.map(({ buffer }) => again.has(buffer))).toEqual([
    ...Array.from({ length: 4 }, () => false),
    ...Array.from({ length: 16 }, () => true),
  ])
})
