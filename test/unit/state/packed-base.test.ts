import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { canonicalJson } from '../../../src/records/canonical-json.ts'
import { baseText, dictionaryOf, packBase, unpackBase } from '../../../src/state/packed-base.ts'
import { resources } from '../../../src/resources/registry.ts'

/** The form of a record of the base. */
const resource = z.enum(resources.map(({ name }) => name))
const fields = z.record(z.string(), z.string())
const row: z.ZodType = z.lazy(() =>
  z.strictObject({ resource, fields, children: z.partialRecord(resource, z.array(row)), stored: fields.exactOptional() }),
)
const place = z.strictObject({ file: z.string(), line: z.int().positive(), column: z.int().positive() })
const baseRecord = z.strictObject({ record: row, source: place.nullable() })

function unpacked(value: unknown): unknown {
  const text = Buffer.from(JSON.stringify(value))
  const dictionary = dictionaryOf(text)
  return unpackBase(packBase(text, dictionary), dictionary)
}

function isAccepted(value: unknown): boolean {
  try {
    unpacked(value)
    return true
  } catch {
    return false
  }
}

const tee = {
  record: {
    resource: 'Product',
    fields: { sku: 'TEE', weight: '0.25' },
    stored: { weight: '0.3' },
    children: { Variants: [{ resource: 'Variants', fields: { code: 'TEE-s' }, children: { PricingAdvanced: [] } }] },
  },
  source: { file: 'products.yaml', line: 3, column: 5 },
}

const record = 'record record.fields record.fields.sku record.stored record.stored.weight record.resource record.other'
const children = 'record.children record.children.Variants record.children.Variants.0 record.children.Cat record.children.Variant'
const variant = 'record.children.Variants.0.resource record.children.Variants.0.children'
const paths = ['', ...`${record} ${children} ${variant} source source.line source.column source.file source.other other`.split(' ')]

/** One part of the record, replaced, left out or added at a path. */
const anyDamage = fc.tuple(
  fc.constantFrom(...paths),
  fc.constantFrom(
    undefined,
    null,
    '',
    'x',
    'product',
    'Cat',
    0,
    1,
    1.5,
    -1,
    2 ** 60,
    true,
    {},
    { a: 'b' },
    { a: 1 },
    [],
    ['a'],
    [{}],
    [[]],
  ),
)

function damaged([path, value]: readonly [string, unknown]): unknown {
  return path === '' ? value : withPart(tee, path.split('.'), value)
}

function withPart(whole: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const part = rest.length === 0 ? value : withPart(Object(whole)[name], rest, value)
  return Array.isArray(whole) ? whole.with(Number(name), part) : { ...Object(whole), [name]: part }
}

describe('a record of the base', () => {
  test('is what was packed', () => {
    expect(unpacked(tee)).toEqual(tee)
  })

  test('is what was packed, however far its texts repeat', () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `w${(index * 7919) % 104729}`).join(' ')
    const long = {
      ...tee,
      record: { ...tee.record, fields: { sku: 'TEE', description: `${words} ${words} ${words.slice(0, 4_000)} ${words}` } },
    }

    expect(unpacked(long)).toEqual(long)
  })

  test('prints as other rows do, though its canonical JSON has another order', () => {
    const rows = [{ resource: 'ProdCat', fields: { cat_code: 'tees' }, children: {} } as const]
    const record = { resource: 'Product', fields: { sku: 'TEE', title: 'Tee' }, children: { ProdCat: rows } } as const
    const text = baseText(canonicalJson(record), null)

    const printed = JSON.stringify(unpackBase(packBase(text, text), text).record)

    expect(printed).toBe(JSON.stringify(record))
    expect(canonicalJson(record)).not.toBe(printed)
  })

  test('is refused where a part of it has another form', () => {
    const counts = { accepted: 0, refused: 0 }

    fc.assert(
      fc.property(anyDamage, (damage) => {
        const value: unknown = JSON.parse(JSON.stringify(damaged(damage) ?? null))
        const isRight = baseRecord.safeParse(value).success
        expect(isAccepted(value)).toBe(isRight)
        counts[isRight ? 'accepted' : 'refused'] += 1
      }),
      { numRuns: 2_000 },
    )

    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(40)
  })
})
