import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatPlanFile } from '../../../src/plan/plan-file.ts'
import { fitsSchema } from '../../../src/plan/fits-schema.ts'
import { planFileSchema } from '../../../src/plan/plan-schema.ts'
import { live } from '../../support/desired-records.ts'
import { largeChanges, planOfChanges } from '../../support/large-plan.ts'
import { samplePlan } from '../../support/sample-plan.ts'
import { isWhole } from '../../support/whole.ts'

const numRuns = isWhole ? 50_000 : 2_000

interface Sample {
  readonly schema: z.ZodType
  readonly value: unknown
}

const sample = { ...samplePlan, steps: samplePlan.steps.map((step) => ({ ...step, records: [live('Product', { sku: 'OAK-TABLE' })] })) }

/** The changes and steps of two plans, as they are read from their files. */
const samples: readonly Sample[] = [sample, planOfChanges(largeChanges(40))].flatMap((plan) => {
  const { changes, steps }: { changes: unknown[]; steps: unknown[] } = JSON.parse([...formatPlanFile(plan)].join(''))
  const { shape } = planFileSchema
  return [
    ...changes.map((value): Sample => ({ schema: shape.changes.element, value })),
    ...steps.map((value): Sample => ({ schema: shape.steps.element, value })),
  ]
})

/** True where the check takes the value; zod must take it too then, and make an equal one. */
function compared({ schema, value }: Sample): boolean {
  const fits = fitsSchema(schema)(value)
  const parsed = schema.safeParse(value)
  expect(!fits || parsed.success, JSON.stringify(value)).toBe(true)
  expect(fits ? parsed.data : value).toEqual(value)
  return fits
}

test('no change and no step of a plan is left to zod', () => {
  expect(samples.length).toBeGreaterThan(100)
  expect(new Set(samples.map(({ value }) => z.looseObject({ kind: z.string() }).parse(value).kind)).size).toBeGreaterThan(4)

  expect(samples.filter((sample) => !compared(sample))).toEqual([])
})

const odd = fc.constantFrom<unknown>(
  null,
  '',
  'x',
  'create',
  'cannot',
  'grid',
  'file',
  'Product',
  's1',
  's001',
  '../..',
  -1,
  0,
  1.5,
  2 ** 53,
  true,
  false,
  [],
  [null],
  {},
  JSON.parse('{"__proto__":{}}'),
)
const names = fc.constantFrom(
  'kind',
  'action',
  'left',
  'uid',
  'isHidden',
  'movedFrom',
  'fields',
  'size',
  '__proto__',
  'constructor',
  'x y',
  '0',
)

/** Copies a JSON value with the part at a place (in the order of the text) replaced, removed, or with a member more. */
function damaged(value: unknown, at: number, edit: (holder: Record<string, unknown>, name: string) => void): unknown {
  const places: [Record<string, unknown>, string][] = []
  const copy: unknown = structuredClone(value)
  JSON.stringify(copy, function (this: Record<string, unknown>, name, part: unknown) {
    places.push([this, name])
    return part
  })
  const [holder, name] = places[1 + (at % Math.max(1, places.length - 1))] ?? []
  if (holder && name !== undefined) edit(holder, name)
  return JSON.parse(JSON.stringify(copy))
}

test('law: what the check takes, zod parses to an equal value', () => {
  const seen = { taken: 0, left: 0 }
  const edits = fc.oneof(
    odd.map((by) => (holder: Record<string, unknown>, name: string) => {
      holder[name] = by
    }),
    fc.constant((holder: Record<string, unknown>, name: string) => {
      delete holder[name]
    }),
    fc.tuple(names, odd).map(([more, by]) => (holder: Record<string, unknown>) => {
      Object.defineProperty(holder, more, { value: by, enumerable: true, configurable: true, writable: true })
    }),
  )

  fc.assert(
    fc.property(fc.nat(samples.length - 1), fc.nat(10_000), edits, (index, at, edit) => {
      const { schema, value } = samples[index] ?? { schema: z.never(), value: null }
      seen[compared({ schema, value: damaged(value, at, edit) }) ? 'taken' : 'left'] += 1
    }),
    { numRuns },
  )

  expect([seen.taken > numRuns / 20, seen.left > numRuns / 5]).toEqual([true, true])
}, 300_000)

test.each<[string, z.ZodType, unknown]>([
  ['a schema that changes the value', z.string().trim(), 'x'],
  ['a record whose names must all be there', z.record(z.enum(['a', 'b']), z.string()), { a: '1', b: '2' }],
  ['an object that takes other members', z.looseObject({ a: z.string() }), { a: '1' }],
  ['a text of a format', z.iso.datetime(), '2026-01-01T00:00:00Z'],
  ['a choice without a name', z.union([z.string(), z.boolean()]), true],
  ['a default', z.strictObject({ a: z.string().default('x') }), { a: '1' }],
])('%s is left to zod', (_, schema, value) => {
  expect(schema.safeParse(value).success).toBe(true)

  expect(fitsSchema(schema)(value)).toBe(false)
})
