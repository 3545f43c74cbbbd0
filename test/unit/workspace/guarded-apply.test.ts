import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { openState } from '../../../src/state/open-state.ts'
import { apply } from '../../../src/workspace/apply.ts'
import { loadCatalogue, type OpenCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { type EmptyShop, openEmptyShop } from '../../support/empty-shop.ts'

interface Shop extends Pick<EmptyShop, 'store' | 'state'> {
  readonly load: (products: string) => Promise<OpenCatalogue>
  readonly writes: () => number
}

async function openShop(): Promise<Shop> {
  const { folder, emulator, store, state } = await openEmptyShop({})
  return {
    store,
    state,
    load: (products) => {
      folder.write('shop.yaml', `products: ${products}\n`)
      return loadCatalogue({ root: folder.root })
    },
    writes: () => emulator.requests().filter(({ method }) => method === 'POST').length,
  }
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof OperationalError ? error.code : String(error)),
  )
}

test('apply of the library stops as well, an override allows it, and a run that goes on keeps it', async () => {
  const shop = await openShop()
  const first = await shop.load('{ MUG: { title: Mug, price: 8 }, CUP: { title: Cup, price: 3 } }')
  await apply({ ...shop, catalogue: first, plan: await plan({ ...shop, catalogue: first }) })
  const catalogue = await shop.load('{ MUG: { title: Mug, price: 4 }, CUP: { title: Cup, price: 3 } }')
  const halved = await plan({ ...shop, catalogue })
  const overrides = [{ guard: 'price_change', planHash: halved.planHash }] as const
  const stop = AbortSignal.abort()
  const before = shop.writes()

  const stopped = await codeOf(apply({ ...shop, catalogue, plan: halved, runId: 'r1' }))
  const stale = await codeOf(apply({ ...shop, catalogue, plan: halved, overrides: [{ guard: 'price_change', planHash: 'abcdef12' }] }))
  const written = shop.writes() - before
  const interrupted = await apply({ ...shop, catalogue, plan: halved, overrides, runId: 'r1', stop })
  const resumed = await apply({ ...shop, catalogue, plan: halved, runId: 'r1' })

  expect([stopped, stale, written]).toEqual(['guard-stopped', 'plan-stale', 0])
  expect([interrupted.outcome, resumed.outcome]).toEqual(['interrupted', 'done'])
  expect((await shop.state.runOf('r1'))?.overrides).toEqual(['price_change'])
})

test('a plan older than max_plan_age is stopped, a run that goes on is not', async () => {
  const shop = await openShop()
  const catalogue = await shop.load('{ MUG: { title: Mug, price: 8 } }')
  const old = await plan({ ...shop, catalogue, now: () => new Date(Date.now() - 25 * 3_600_000) })

  const stopped = await codeOf(apply({ ...shop, catalogue, plan: old }))
  const allowed = await apply({ ...shop, catalogue, plan: old, overrides: [{ guard: 'max_plan_age', planHash: old.planHash }] })

  expect([stopped, allowed.outcome]).toEqual(['guard-stopped', 'done'])
})

test('the products that an interrupted apply left hidden are shown by the next plan, and what others have hidden is not', async () => {
  const shop = await openShop()
  const catalogue = await shop.load('{ MUG: { title: Mug, price: 8 } }')
  const made = await plan({ ...shop, catalogue })
  const stop = new AbortController()
  await apply({
    ...shop,
    catalogue,
    plan: made,
    stop: stop.signal,
    onEvent: (event) => {
      if (event.type === 'step-ended') stop.abort()
    },
  })

  const rest = await plan({ ...shop, catalogue })
  const elsewhere = await openState(':memory:')
  const foreign = await plan({ ...shop, catalogue, state: elsewhere })
  await elsewhere.close()

  expect(rest.changes.map(({ action, address }) => [action, address])).toEqual([['update', 'product.MUG']])
  expect([rest.guards, foreign.guards.map(({ guard }) => guard)]).toEqual([[], ['unhide']])
  expect((await apply({ ...shop, catalogue, plan: rest })).outcome).toBe('done')
})
