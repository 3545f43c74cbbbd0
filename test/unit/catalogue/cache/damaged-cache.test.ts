import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CacheOptions } from '../../../../src/catalogue/cache/document-cache.ts'
import { type FlatCatalogue, loadFlat, told } from '../../../support/written-catalogue.ts'
import { isWhole } from '../../../support/whole.ts'

const numRuns = isWhole ? 200 : 8
const example = resolve(import.meta.dirname, '../../../../catalog.example')
/** Sealed files by name: of this catalogue, and of one that is none of ours. */
const whole = new Map<string, Buffer>()
const foreign = new Map<string, Buffer>()
let root = ''
let expected: unknown

beforeAll(async () => {
  root = shopWith('title: ""\n    ')
  expected = told(await load())
  await load(cacheIn(root))
  take(root, whole)
  const other = shopWith('title: Other\n    ')
  await load(cacheIn(other), other)
  take(other, foreign)
  rmSync(other, { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true }))

/** The example with a product that is not right, so that there are problems to tell. */
function shopWith(words: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'planogram-damaged-')))
  cpSync(example, folder, { recursive: true })
  writeFileSync(
    join(folder, 'products/odd.yaml'),
    `products:\n  ODD:\n    ${words}price: 1\n    pricing: nowhere\n    categories: [none]\n`,
  )
  return folder
}

function cacheIn(folder: string): CacheOptions {
  return { folder: join(folder, '.planogram/cache/documents'), scratch: tmpdir(), version: '1', secret: () => 'a secret', leastBytes: 0 }
}

function take(folder: string, into: Map<string, Buffer>): void {
  const place = cacheIn(folder).folder
  for (const name of readdirSync(place)) into.set(name, readFileSync(join(place, name)))
}

function load(cache?: CacheOptions, folder = root): Promise<FlatCatalogue> {
  const now = new Date('2026-06-15T12:00:00Z')
  return loadFlat({ root: folder, env: {}, now, everyStore: true, only: [], ...(cache ? { cache } : {}) })
}

const damage = fc.record({
  how: fc.constantFrom('random', 'cut', 'changed', 'grown', 'foreign', 'exchanged', 'whole'),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 400 }),
})

type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never

const unharmed: Damage = { how: 'whole', at: 0, bytes: new Uint8Array() }

function damagedFile(name: string, { how, at, bytes }: Damage): Buffer {
  const own = whole.get(name) ?? Buffer.alloc(0)
  const place = Math.floor(at * own.length)
  const made: Record<Damage['how'], () => Buffer> = {
    random: () => Buffer.from(bytes),
    cut: () => own.subarray(0, place),
    changed: () => Buffer.concat([own.subarray(0, place), Buffer.of((own[place] ?? 0) ^ 1), own.subarray(place + 1)]),
    grown: () => Buffer.concat([own, bytes]),
    foreign: () => foreign.get(name) ?? own,
    exchanged: () => [...whole].find(([other]) => other !== name)?.[1] ?? own,
    whole: () => own,
  }
  return made[how]()
}

test('whatever lies in the cache, the problems are those without one, and a whole cache is there again', async () => {
  const names = [...whole.keys()]
  expect(names.length).toBeGreaterThan(1)
  expect(expected).toMatchObject({ lines: expect.arrayContaining([expect.stringContaining('nowhere')]) })

  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: names.length, maxLength: names.length }), async (damages) => {
      for (const [index, name] of names.entries())
        writeFileSync(join(cacheIn(root).folder, name), damagedFile(name, damages[index] ?? unharmed))

      expect(told(await load(cacheIn(root)))).toEqual(expected)
      expect(told(await load(cacheIn(root)))).toEqual(expected)
      const left = new Map<string, Buffer>()
      take(root, left)
      expect([...left].filter(([name, bytes]) => !whole.get(name)?.equals(bytes)).map(([name]) => name)).toEqual([])
      expect(left.size).toBe(names.length)
    }),
    { numRuns },
  )
}, 300_000)
