import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CodeUse, openCodeIndex } from '../../../src/rules/code-index.ts'

function use(code: string, number: number): CodeUse {
  const resource = (['Product', 'Variants', 'Options', 'ExtraImages', 'Cat'] as const)[number % 5] ?? 'Product'
  const at = { file: `file-${number % 7}.yaml`, start: number, end: number + code.length }
  return { resource, code, owner: number % 3 === 0 ? code : `owner of ${Math.floor(number / 4)}`, isShown: number % 2 === 0, at }
}

/** The same result from ordinary maps. */
function alikeIn(uses: readonly CodeUse[]): readonly (readonly CodeUse[])[] {
  const groups = Map.groupBy(uses, ({ code }) => code.trimEnd().toLowerCase())
  return [...groups.values()].filter(({ length }) => length > 1)
}

function indexOf(uses: readonly CodeUse[]): ReturnType<typeof openCodeIndex> {
  const index = openCodeIndex()
  for (const each of uses) index.add(each)
  return index
}

function byFirst(groups: Iterable<readonly CodeUse[]>): readonly (readonly CodeUse[])[] {
  return [...groups].toSorted(([a], [b]) => (a?.at.start ?? 0) - (b?.at.start ?? 0))
}

test('an index returns every use, and groups the uses with the same folded code', () => {
  const code = fc.oneof(fc.constantFrom('A', 'a', 'a ', 'TEE', 'Tee', 'é', 'É', 'É', 'ſ', 'S', '', ' ', '0', '00'), fc.string())
  let found = 0

  fc.assert(
    fc.property(fc.array(code, { minLength: 10, maxLength: 60 }), (codes) => {
      const uses = codes.map(use)
      const index = indexOf(uses)
      const alike = byFirst(index.alike())
      found += alike.length
      expect([...index.uses()]).toEqual(uses)
      expect(alike).toEqual(alikeIn(uses))
    }),
  )

  expect(found).toBeGreaterThan(100)
})

test('an index of several chunks of rows and texts, with a code that is larger than a chunk, returns the same', () => {
  const codes = Array.from({ length: 60_000 }, (_, number) =>
    number % 10 === 0 ? `Code ${number % 900}` : `code-${number}-${'x'.repeat(number % 20)}`,
  )
  const uses = [...codes.slice(0, 30_000), 'y'.repeat(600_000), ...codes.slice(30_000)].map(use)

  const index = indexOf(uses)

  expect([...index.uses()]).toEqual(uses)
  expect(byFirst(index.alike())).toEqual(alikeIn(uses))
})

test('ten thousand uses of one code are one group', () => {
  const uses = Array.from({ length: 10_000 }, (_, number) => use('TEE', number))

  const [group, ...others] = [...indexOf(uses).alike()]

  expect(group).toEqual(uses)
  expect(others).toEqual([])
})
