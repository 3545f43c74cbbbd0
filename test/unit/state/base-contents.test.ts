import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, asyncProperty, assert, constantFrom, option, record } from 'fast-check'
import { expect, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import type { AppliedRoot } from '../../../src/state/base-write.ts'
import type { State } from '../../../src/state/state.ts'
import { at, request, store } from './contract/sample-journal.ts'
import { isWhole } from '../../support/whole.ts'

const stores = [store, 'https://other.example'] as const
const anyKey = constantFrom('A', 'B', 'C', 'D')
const anyWrite = record({
  store: constantFrom(0, 0, 1),
  by: constantFrom('this', 'this', 'other'),
  applied: array(record({ key: anyKey, resource: constantFrom('Product', 'Cat'), content: option(constantFrom('a', 'b', 'c')) }), {
    maxLength: 2,
  }),
  forgotten: array(anyKey, { maxLength: 1 }),
  /** A write without the lease is refused, after or before others of its transaction. */
  isRefused: constantFrom(false, false, false, true),
})

function rootOf({ key, resource, content }: { key: string; resource: 'Product' | 'Cat'; content: string | null }): AppliedRoot {
  return { resource, key, base: { record: { resource, fields: { code: key }, children: {} }, source: null }, content: content ?? undefined }
}

async function contents(state: State): Promise<unknown> {
  return [...(await state.baseContents(store))].map(([resource, all]) => [resource, [...all]])
}

test('law: the contents are those in the file, in its order, whatever this process and another one have written since they were read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-contents-'))
  const seen = { updated: 0, refused: 0, byOthers: 0 }
  let number = 0
  try {
    await assert(
      asyncProperty(array(array(anyWrite, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 }), async (turns) => {
        const path = join(folder, `${(number += 1)}.db`)
        const here = await openState(path)
        const there = await openState(path)
        const fences = await Promise.all(stores.map(async (name) => (await here.acquireLease({ ...request, store: name })).fence))
        for (const writes of turns) {
          const ended = await Promise.allSettled(
            writes.map((write) => {
              const by = write.by === 'this' ? here : there
              const fence = (fences[write.store] ?? 0) + (write.isRefused ? 1 : 0)
              const forgotten = write.forgotten.map((key) => ({ resource: 'Product', key }) as const)
              return by.saveBase(stores[write.store] ?? '', fence, { at: at(1), applied: write.applied.map(rootOf), forgotten })
            }),
          )
          const fresh = await openState(path)
          expect(await contents(here)).toEqual(await contents(fresh))
          await fresh.close()
          seen.refused += ended.filter(({ status }) => status === 'rejected').length
          seen.byOthers += writes.filter(({ by }) => by === 'other').length
          seen.updated += writes.filter(({ by, applied, isRefused }) => by === 'this' && applied.length > 0 && !isRefused).length
        }
        await Promise.all([here.close(), there.close()])
      }),
      { numRuns: isWhole ? 400 : 40 },
    )
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(10)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
