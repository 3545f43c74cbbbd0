import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packedPlanText, packPlan } from '../../../src/apply/packed-plan.ts'

/** Texts that hardly compress, so that the packed bytes outgrow each buffer; one is longer than a piece, and has characters of three bytes. */
const texts = [
  ...Array.from({ length: 6 }, () => randomBytes(200_000).toString('hex')),
  '\u20ac'.repeat(1_500_000),
  ...Array.from({ length: 4 }, () => randomBytes(300_000).toString('base64')),
]

test('a plan of any length is unpacked as it was packed, and is one gzip file', async () => {
  for (const parts of [[], [''], ['{}'], texts]) {
    const packed = await packPlan(parts)

    const pieces: string[] = []
    if (packed.length > 0) for await (const piece of packedPlanText(packed)) pieces.push(piece)

    expect(pieces.join('') === parts.join('')).toBe(true)
    expect(packed.length === 0 ? '' : gunzipSync(packed).toString()).toBe(parts.join(''))
  }
})
