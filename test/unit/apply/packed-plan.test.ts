import { randomBytes } from 'node:crypto'
import { gzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packedPlanText, packPlan } from '../../../src/apply/packed-plan.ts'

/** Texts that hardly compress, so that the packed bytes outgrow each buffer; one is longer than a piece, and has characters of three bytes. */
const texts = [
  ...Array.from({ length: 6 }, () => randomBytes(200_000).toString('hex')),
  '\u20ac'.repeat(1_500_000),
  ...Array.from({ length: 4 }, () => randomBytes(300_000).toString('base64')),
]

async function unpacked(bytes: Uint8Array): Promise<string> {
  const pieces: string[] = []
  for await (const piece of packedPlanText(bytes)) pieces.push(piece)
  return pieces.join('')
}

test('a plan of any length is unpacked as it was packed, and is one frame', async () => {
  for (const parts of [[], [''], ['{}'], texts.slice(0, 3), texts]) {
    const packed = await packPlan(parts)

    const text = await unpacked(packed)

    expect(text === parts.join('')).toBe(true)
    expect(zstdDecompressSync(packed).toString() === text).toBe(true)
  }
})

test('a plan that an older planogram has packed is unpacked', async () => {
  const packed = Buffer.concat([gzipSync('{ "a": '), gzipSync('1 }')])

  const text = await unpacked(packed)

  expect(text).toBe('{ "a": 1 }')
})

test('a damaged plan is rejected: cut anywhere, or with one other bit', async () => {
  const packed = await packPlan([randomBytes(2_000).toString('hex')])
  // The header of a frame holds sizes: a bit of it can change how much memory the frame may take, and nothing else.
  const damaged = Array.from({ length: 40 }, (_, index) => {
    const at = 6 + Math.floor(((packed.length - 6) * index) / 40)
    const flipped = Uint8Array.from(packed)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (index % 8))
    return [packed.subarray(0, at), flipped]
  }).flat()

  const ends = await Promise.allSettled(damaged.map(unpacked))

  expect(ends).toHaveLength(80)
  expect(ends.filter(({ status }) => status === 'fulfilled')).toEqual([])
})
