import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { formatPlanFile, parsePlanFile } from '../../../src/plan/plan-file.ts'
import { writeHashed } from '../../../src/plan/plan-hash.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { largeChanges, planOfChanges } from '../../support/large-plan.ts'
import { planFileText } from '../../support/sample-plan.ts'

const million = 1_000_000

afterEach(() => {
  vi.restoreAllMocks()
})

/** The text of a plan in pieces of any length, as text or as UTF-8. */
function* cut(
  text: string,
  { lengths, asBytes }: { readonly lengths: readonly number[]; readonly asBytes: boolean },
): Generator<string | Uint8Array> {
  const whole = asBytes ? Buffer.from(text) : text
  let at = 0
  for (let index = 0; at < whole.length; index += 1) {
    const end = at + (lengths[index % lengths.length] ?? 1)
    yield typeof whole === 'string' ? whole.slice(at, end) : whole.subarray(at, end)
    at = end
  }
}

function hashedText(plan: Plan): readonly string[] {
  const parts: string[] = []
  writeHashed(plan, (part) => parts.push(part))
  return parts
}

function longest(pieces: Iterable<string>): { readonly longest: number; readonly sum: number } {
  let [most, sum] = [0, 0]
  for (const { length } of pieces) {
    most = Math.max(most, length)
    sum += length
  }
  return { longest: most, sum }
}

test('law: a plan that is written and read in pieces of any length is the same plan', async () => {
  const changes = largeChanges(40)
  const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5_000 })), { minLength: 1, maxLength: 8 })
  const addresses = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 })
  const kinds = { asBytes: 0, asText: 0 }

  await fc.assert(
    fc.asyncProperty(fc.nat(40), addresses, lengths, fc.boolean(), async (count, words, pieces, asBytes) => {
      const renamed = changes.slice(0, count).map((change, index) => ({ ...change, address: words[index % words.length] ?? '' }))
      const plan = planOfChanges(renamed)
      kinds[asBytes ? 'asBytes' : 'asText'] += 1

      expect(await parsePlanFile(cut(planFileText(plan), { lengths: pieces, asBytes }))).toEqual(plan)
      expect(await parsePlanFile(formatPlanFile(plan))).toEqual(plan)
    }),
    { numRuns: 100 },
  )

  expect([kinds.asBytes > 20, kinds.asText > 20]).toEqual([true, true])
})

test('no text of the size of the plan is made while a plan of 20,000 changes is hashed, written and read', async () => {
  const plan = planOfChanges(largeChanges(10_000))
  expect(plan.changes.length).toBeGreaterThanOrEqual(20_000)

  const [hashed, written] = [longest(hashedText(plan)), longest(formatPlanFile(plan))]
  const parse = vi.spyOn(JSON, 'parse')
  const read = await parsePlanFile(formatPlanFile(plan))
  const parsed = longest(parse.mock.calls.map(([text]) => text))

  expect(read.planHash).toBe(plan.planHash)
  expect(parse.mock.calls.length).toBeGreaterThan(plan.changes.length + plan.steps.length)
  expect([hashed, written, parsed].map(({ sum }) => sum > 5 * million)).toEqual([true, true, true])
  expect(Math.max(hashed.longest, written.longest, parsed.longest)).toBeLessThan(million / 10)
})

test('the hash of a plan is that of its lines in one', () => {
  const plan = planOfChanges(largeChanges(10))

  expect(createHash('sha256').update(hashedText(plan).join('')).digest('hex')).toBe(plan.planHash)
})

test('each change and each step is a line with the text of JSON', () => {
  const plan = planOfChanges(largeChanges(40))

  const lines = new Set(
    planFileText(plan)
      .split('\n')
      .map((line) => line.trim().replace(/,$/, '')),
  )

  expect(plan.steps.filter((step) => step.kind === 'post' && step.records.length > 0).length).toBeGreaterThan(1)
  expect([...plan.changes, ...plan.steps].filter((part) => !lines.has(JSON.stringify(part)))).toEqual([])
})
