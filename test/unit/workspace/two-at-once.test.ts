import { expect, onTestFinished, test } from 'vitest'
import type { Run } from '../../../src/apply/events.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { State } from '../../../src/state/state.ts'
import { apply } from '../../../src/workspace/apply.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { pull } from '../../../src/workspace/pull.ts'
import { writeDrift } from '../../../src/workspace/write-drift.ts'
import { stored } from '../../support/any-store.ts'
import { openEmptyShop } from '../../support/empty-shop.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const skus = ['TEE', 'CAP', 'MUG', 'BAG']

/** Products with a grid; each round has other titles, quantities and prices. */
function shopYaml(round: number): string {
  const price = 10 + round
  const products = skus.map(
    (sku) =>
      `  ${sku}: { title: ${sku} ${round}, pricing: { breaks: [0, ${round + 5}, 50], prices: { default: [${price}, ${price - 1}, ${price - 2}], dealer: [9, 8, 7] } } }\n`,
  )
  return `groups:\n  dealer: { title: Dealers }\nproducts:\n${products.join('')}`
}

/** Two teams with a state each, and without a lease that both see. */
async function openTwoTeams() {
  const { folder, store, state: first } = await openEmptyShop({ 'planogram.yaml': '', 'shop.yaml': '' })
  const second = await openState(':memory:')
  onTestFinished(() => second.close())
  let runs = 0
  const load = (): ReturnType<typeof loadCatalogue> => loadCatalogue({ root: folder.root })
  const teamOf = (state: typeof first) => ({
    plan: async (): Promise<Plan> => plan({ catalogue: await load(), store, state }),
    apply: async (made: Plan): Promise<Run> => {
      runs += 1
      return apply({ plan: made, catalogue: await load(), store, state, clock: virtualClock(), runId: `run-${runs}` })
    },
  })
  const entries = async (): Promise<Readonly<Record<string, number>>> => {
    const counts: Record<string, number> = {}
    for await (const { fields } of store.readAll({ resource: 'PricingAdvanced', fields: ['uid', 'sku'], children: [] }))
      counts[fields['sku'] ?? ''] = (counts[fields['sku'] ?? ''] ?? 0) + 1
    return counts
  }
  return { one: teamOf(first), other: teamOf(second), write: (text: string) => folder.write('shop.yaml', text), entries }
}

test('two applies at once in two states: a run ends, or says what moved, and the next plan repairs what is left', async () => {
  const { one, other, write, entries } = await openTwoTeams()
  const runs: Run[] = []

  for (const round of Array.from({ length: 8 }, (_, index) => index)) {
    write(shopYaml(round))
    const plans = await Promise.all([one.plan(), other.plan()])
    runs.push(...(await Promise.all([one.apply(plans[0]), other.apply(plans[1])])))
    const repaired = await other.apply(await other.plan())

    expect(repaired.outcome).toBe('done')
    expect((await one.plan()).changes).toEqual([])
    expect(await entries()).toEqual(Object.fromEntries(skus.map((sku) => [sku, 6])))
  }

  expect(runs.map(({ outcome }) => outcome).filter((outcome) => !['done', 'partial'].includes(outcome))).toEqual([])
  expect(runs.filter(({ outcome, failures }) => (outcome === 'done') !== (failures.length === 0))).toEqual([])
  expect(runs).toHaveLength(16)
})

test.each(['pull', 'drift --write'])('what %s read before an apply wrote is not recorded as applied after it', async (command) => {
  const { folder, store, state, emulator } = await openEmptyShop({ 'shop.yaml': 'products: { MUG: { title: Mug, price: 8 } }\n' })
  const load = (): ReturnType<typeof loadCatalogue> => loadCatalogue({ root: folder.root })
  const applyNow = async (): Promise<void> => {
    const catalogue = await load()
    await apply({ plan: await plan({ catalogue, store, state }), catalogue, store, state })
  }
  await applyNow()
  emulator.seed([stored('Product', { sku: 'MUG', title: 'Jug', price: '8' })])
  const catalogue = await load()
  let applied: Promise<void> | undefined
  // The base is read after the store, and right before it is written.
  const busy: State = { ...state, acquireLease: async (request) => (await (applied ??= applyNow()), state.acquireLease(request)) }

  const options = { catalogue, store, state: busy, force: true }
  const { baseUnwritten } = await (command === 'pull' ? pull(options) : writeDrift(options))
  const again = await plan({ catalogue: await load(), store, state })

  expect(baseUnwritten).toBe('An apply has written to the store meanwhile.')
  expect(again.changes).toEqual([])
})
