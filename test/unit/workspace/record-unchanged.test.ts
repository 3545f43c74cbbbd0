import { expect, onTestFinished, test } from 'vitest'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { AppliedRoot } from '../../../src/state/base-write.ts'
import type { State } from '../../../src/state/state.ts'
import type { AppliedBase } from '../../../src/workspace/applied-base.ts'
import { recordUnchanged } from '../../../src/workspace/record-unchanged.ts'
import { openChangingShop } from '../../support/changing-shop.ts'
import { knownCapabilities } from '../../support/desired-records.ts'
import { modelClient } from '../../support/model-client.ts'
import { modelStore } from '../../support/model-store.ts'
import { planOf } from '../../support/sample-plan.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const tee: AppliedRoot = {
  resource: 'Product',
  key: 'TEE',
  base: { record: { resource: 'Product', fields: { sku: 'TEE', title: 'Tee' }, children: {} }, source: null },
}

/** What an apply found equal: one product. */
const applied: AppliedBase = {
  of: () => Promise.resolve(null),
  files: [],
  async *unchanged() {
    yield tee
  },
}

const store = modelClient(modelStore(knownCapabilities), knownCapabilities, 1)
const name = storeNameInState(store)
const plan = planOf([])
const clock = virtualClock()

async function opened(): Promise<State> {
  const state = await openState(':memory:')
  onTestFinished(() => state.close())
  return state
}

test('the base is complete with a catalogue of which everything was applied: it is not looked at again', async () => {
  const state = await opened()

  await recordUnchanged({ plan, applied, store, state, clock, isDone: true })
  await recordUnchanged({ plan, applied: { ...applied, unchanged: () => expect.unreachable() }, store, state, clock, isDone: true })

  expect(await state.baseCatalogue(name)).toBe(plan.madeFrom.catalogue)
  expect(await state.baseOf(name, tee)).toEqual(tee.base)
})

test('after a run that ended in part the base is not complete: a record that was written and not read back is still missing', async () => {
  const state = await opened()

  await recordUnchanged({ plan, applied: { ...applied, async *unchanged() {} }, store, state, clock, isDone: false })
  const between = await state.baseCatalogue(name)
  await recordUnchanged({ plan, applied, store, state, clock, isDone: true })

  expect(between).toBeNull()
  expect(await state.baseOf(name, tee)).toEqual(tee.base)
})

test('a run that was killed when it had recorded a record: after its undo the earlier catalogue is what was last applied', async () => {
  const before = 'products:\n  MUG: { title: Mug, price: 8.50 }\n'
  const shop = await openChangingShop(before)
  const made = await shop.planOf(before.replace('8.50', '9.90'))
  const killed = virtualClock(undefined, () => Promise.reject(new Error('killed')))
  // It is sent again at once, and the run waits at its end until the first request cannot take effect any more.
  shop.emulator.faults.add({ on: { method: 'POST' }, do: { kind: 'reset', when: 'before' } })
  const priceOf = async (): Promise<string | undefined> =>
    (await shop.state.baseOf(storeNameInState(shop.store), { resource: 'Product', key: 'MUG' }))?.record.fields['price']

  await expect(shop.apply(made, 'run-1', killed)).rejects.toThrow('killed')
  const recorded = await priceOf()
  await shop.apply(await shop.undoOf('run-1'), 'run-2')
  const again = await shop.planOf(before)
  await shop.apply(again, 'run-3')

  expect([recorded, again.steps]).toEqual(['9.9', []])
  expect(await priceOf()).toBe('8.5')
})

test('while another apply holds the lease nothing is written', async () => {
  const state = await opened()
  const expiresAt = new Date(clock.now().getTime() + 60_000).toISOString()
  await state.acquireLease({ store: name, holder: 'process 1 on another machine', at: clock.now().toISOString(), expiresAt })

  await recordUnchanged({ plan, applied, store, state, clock, isDone: true })

  expect((await state.baseContents(name)).size).toBe(0)
})

test('each 1,000 records that are recorded are reported, fewer are not', async () => {
  const state = await opened()
  const seen: number[] = []
  const many: AppliedBase = {
    ...applied,
    async *unchanged() {
      for (let number = 1; number <= 2_500; number += 1) yield { ...tee, key: `TEE-${number}` }
    },
  }

  await recordUnchanged({ plan, applied: many, store, state, clock, onSaved: (records) => void seen.push(records), isDone: true })

  expect(seen).toEqual([1_000, 2_000])
  expect((await state.baseContents(name)).get('Product')?.size).toBe(2_500)
})
