import { expect, onTestFinished, test } from 'vitest'
import { openContentHash } from '../../../src/catalogue/content-hash.ts'
import type { Change } from '../../../src/diff/change.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { keyOf } from '../../../src/records/named-fields.ts'
import { type RecordSource, recordSource } from '../../../src/records/record-source.ts'
import type { AppliedRoot } from '../../../src/state/base-write.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { State } from '../../../src/state/state.ts'
import { appliedBase } from '../../../src/workspace/applied-base.ts'
import { recordUnchanged } from '../../../src/workspace/record-unchanged.ts'
import { stateBase } from '../../../src/workspace/state-base.ts'
import { openChangingShop } from '../../support/changing-shop.ts'
import { desired, knownCapabilities } from '../../support/desired-records.ts'
import { modelClient } from '../../support/model-client.ts'
import { modelStore } from '../../support/model-store.ts'
import { field, planOf, updatedProduct } from '../../support/sample-plan.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const store = modelClient(modelStore(knownCapabilities), knownCapabilities, 1)
const name = storeNameInState(store)
const clock = virtualClock()
const locate = (): { file: string; line: number; column: number } => ({ file: 'a.yaml', line: 1, column: 1 })
const tee = { resource: 'Product', key: 'TEE' } as const

async function opened(): Promise<State> {
  const state = await openState(':memory:')
  onTestFinished(() => state.close())
  return state
}

function product(price: string): DesiredRecord {
  return desired('Product', { sku: 'TEE', price })
}

/** A catalogue of one product, with its content, that counts how often the record is read. */
interface Counting extends RecordSource<DesiredRecord> {
  readonly reads: number
}

function sourceOf(record: DesiredRecord): Counting {
  const content = openContentHash().add(record)
  let reads = 0
  return {
    keys: () => [keyOf(record)],
    get: () => {
      reads += 1
      return record
    },
    content: () => content,
    get reads() {
      return reads
    },
    [Symbol.iterator]: () => [record].values(),
  }
}

/** What a plan with these changes records of a product that it does not write. */
async function recorded(
  state: State,
  source: RecordSource<DesiredRecord>,
  changes: readonly Change[] = [],
): Promise<readonly AppliedRoot[]> {
  const plan = planOf(changes)
  const applied = appliedBase({ plan, desired: { roots: { Product: source }, files: [] }, base: await stateBase(state, store), locate })
  const roots: AppliedRoot[] = []
  for await (const root of applied.unchanged()) roots.push(root)
  await recordUnchanged({
    plan,
    applied: {
      ...applied,
      async *unchanged() {
        yield* roots
      },
    },
    store,
    state,
    clock,
    isDone: false,
  })
  return roots
}

async function contentIn(state: State): Promise<string | null | undefined> {
  return (await state.baseContents(name)).get('Product')?.get('TEE')
}

test('a record with the content of its base is not read', async () => {
  const state = await opened()
  const source = sourceOf(product('19.95'))

  const first = await recorded(state, source)
  const reads = source.reads
  const second = await recorded(state, source)

  expect([first.length, reads, second.length, source.reads]).toEqual([1, 1, 0, 1])
  expect(await contentIn(state)).toBe(source.content?.('TEE'))
})

test('a record whose base has no content gets it once, with the same values', async () => {
  const state = await opened()
  await recorded(state, recordSource([product('19.95')]))
  const before = [await contentIn(state), await state.baseDigestOf(name, tee)]
  const source = sourceOf(product('19.95'))

  const ends = [await recorded(state, source), await recorded(state, source)]

  expect(before[0]).toBeNull()
  expect(ends.map(({ length }) => length)).toEqual([1, 0])
  expect([await contentIn(state), await state.baseDigestOf(name, tee)]).toEqual([source.content?.('TEE'), before[1]])
})

test('another value is recorded, and another spelling of the same value is not', async () => {
  const state = await opened()
  await recorded(state, sourceOf(product('19.95')))

  const [spelled, changed] = [await recorded(state, sourceOf(product('19.950'))), await recorded(state, sourceOf(product('21')))]

  expect([spelled.length, changed.length]).toEqual([0, 1])
  expect((await state.baseOf(name, tee))?.record.fields['price']).toBe('21')
})

test('the base of a record of which something is left has no content, until nothing is left', async () => {
  const state = await opened()
  const source = sourceOf(product('21'))
  const left = updatedProduct('TEE', [field('price', '19.95', '21')])
  await recorded(state, recordSource([product('19.95')]))

  await recorded(state, source, [{ ...left, action: 'cannot', reason: 'the store refuses it' }])
  const between = [await contentIn(state), (await state.baseOf(name, tee))?.record.fields['price']]
  await recorded(state, source)

  expect(between).toEqual([null, '19.95'])
  expect([await contentIn(state), (await state.baseOf(name, tee))?.record.fields['price']]).toEqual([source.content?.('TEE'), '21'])
})

test('what was last applied is read where the store rewrote a value of it, which is kept with the same value', async () => {
  const state = await opened()
  const wanted = ['TEE', 'MUG'].map((sku) => desired('Product', { sku, weight: '0.21' }))
  const { fence } = await state.acquireLease({ store: name, holder: 'me', at: '2026-06-05T03:00:00Z', expiresAt: '2026-06-05T03:01:00Z' })
  const rewritten = { TEE: { stored: { weight: '0.2' } }, MUG: {} }
  const applied = (['TEE', 'MUG'] as const).map((key): AppliedRoot => {
    const record = { resource: 'Product', fields: { sku: key, weight: '0.21' }, children: {}, ...rewritten[key] } as const
    return { resource: 'Product', key, base: { record, source: null } }
  })
  await state.saveBase(name, fence, { at: '2026-06-05T03:00:01Z', applied, forgotten: [] })
  const base = await stateBase(state, store)
  const reads: string[] = []
  const get: typeof base.get = (resource, key) => {
    reads.push(key)
    return base.get(resource, key)
  }
  const { of } = appliedBase({ plan: planOf([]), desired: { roots: { Product: wanted }, files: [] }, base: { ...base, get }, locate })

  const ends = [
    await of({ resource: 'Product', key: 'TEE', address: 'product.TEE' }, []),
    await of({ resource: 'Product', key: 'MUG', address: 'product.MUG' }, []),
  ]

  expect(ends).toMatchObject(applied.map((root) => ({ applied: { key: root.key, base: { record: root.base.record } } })))
  expect(reads).toEqual(['TEE'])
})

test('what the store refused is not in the base: the store has not drifted from it', async () => {
  const shop = await openChangingShop('products:\n  MUG: { title: Mug, price: 8 }\n  CUP: { title: Cup, price: 4 }\n')
  const made = await shop.planOf(
    'products:\n  MUG: { title: Mug, price: 9 }\n  CUP: { title: Cup, price: 4, attributes: { Size: Small } }\n',
  )
  shop.emulator.faults.add({ on: { method: 'POST' }, do: { kind: 'status', status: 400 }, times: 'always' })

  const run = await shop.apply(made)
  shop.emulator.faults.clear()

  expect([run.outcome, run.changes.written, (await shop.drift()).changes]).toEqual(['partial', 0, []])
})
