import { expect, test } from 'vitest'
import type { ApplyEvent } from '../../../src/apply/events.ts'
import { apply } from '../../../src/workspace/apply.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { openEmptyShop } from '../../support/empty-shop.ts'

const grid = (breaks: string, prices: string): string =>
  `products: { TEE: { title: Tee, pricing: { breaks: [${breaks}], prices: { default: [${prices}] } } } }\n`

/** A shop whose grid has been applied, and the plan that cuts it again: off sale, deleted, inserted, on sale. */
async function openRecut() {
  const { folder, store, state, emulator } = await openEmptyShop(
    { 'shop.yaml': grid('0, 10, 50', '20, 19, 18') },
    { switches: { batch: 'stop' } },
  )
  const first = await loadCatalogue({ root: folder.root })
  await apply({ plan: await plan({ catalogue: first, store, state }), catalogue: first, store, state })
  folder.write('shop.yaml', grid('0, 20', '20, 18'))
  const catalogue = await loadCatalogue({ root: folder.root })
  const made = await plan({ catalogue, store, state })
  const isOnSale = (): boolean => emulator.records('Product', ['TEE'])[0]?.fields['advanced_pricing'] === 'true'
  const runOf = (onEvent: (event: ApplyEvent) => void, stop?: AbortSignal) =>
    apply({ plan: made, catalogue, store, state, onEvent, ...(stop && { stop }) })
  return { store, state, isOnSale, runOf }
}

test('an observer that throws while a grid is off stops the run: the grid is on again, the run has an end, and the call rejects with its error', async () => {
  const { state, isOnSale, runOf } = await openRecut()
  const mistake = new Error('a mistake of the observer')
  let seen = 0

  const end = await runOf((event) => {
    seen += 1
    if (event.type === 'step-ended' && !isOnSale()) throw mistake
  }).catch((error: unknown) => error)
  const seenThen = seen
  const [last] = await state.runs()
  const again = await runOf(() => undefined)

  expect(end).toBe(mistake)
  expect(last?.outcome).toBe('interrupted')
  expect(seenThen).toBeGreaterThan(2)
  expect(again.outcome).toBe('done')
  expect(isOnSale()).toBe(true)
})

test('a grid that an observer found off is on before the apply rejects', async () => {
  const { isOnSale, runOf } = await openRecut()
  const found: boolean[] = []

  await runOf((event) => {
    if (event.type !== 'step-ended' || isOnSale()) return
    found.push(isOnSale())
    throw new Error('a mistake of the observer')
  }).catch(() => undefined)

  expect(found).toEqual([false])
  expect(isOnSale()).toBe(true)
})

test('an observer that throws when the run is stopped is no uncaught exception', async () => {
  const { state, runOf } = await openRecut()
  const stop = new AbortController()
  const mistake = new Error('a mistake of the observer')

  const end = await runOf((event) => {
    if (event.type === 'run-started') stop.abort()
    if (event.type === 'stopping') throw mistake
  }, stop.signal).catch((error: unknown) => error)

  expect(end).toBe(mistake)
  expect((await state.runs())[0]?.outcome).toBe('interrupted')
})

test('an observer that throws at the end of a run changes nothing of it', async () => {
  const { state, isOnSale, runOf } = await openRecut()
  const mistake = new Error('a mistake of the observer')

  const end = await runOf((event) => {
    if (event.type === 'run-ended') throw mistake
  }).catch((error: unknown) => error)

  expect(end).toBe(mistake)
  expect((await state.runs())[0]?.outcome).toBe('done')
  expect(isOnSale()).toBe(true)
})
