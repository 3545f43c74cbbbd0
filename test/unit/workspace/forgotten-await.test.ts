import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { apply } from '../../../src/workspace/apply.ts'
import { checkSavedPlan } from '../../../src/workspace/check-saved-plan.ts'
import { connectStore } from '../../../src/workspace/connect-store.ts'
import { drift } from '../../../src/workspace/drift.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { planUndo } from '../../../src/workspace/plan-undo.ts'
import { pull } from '../../../src/workspace/pull.ts'
import { writeDrift } from '../../../src/workspace/write-drift.ts'
import { openEmptyShop } from '../../support/empty-shop.ts'

/** As a program in JavaScript passes it: no compiler has checked it. */
function unchecked(value: unknown): never {
  return value as never
}

test('each call says which option is a promise, in a rejection that names the call to wait for', async () => {
  const { folder, store, state } = await openEmptyShop({ 'shop.yaml': 'products: { MUG: { title: Mug, price: 8 } }\n' })
  const catalogue = await loadCatalogue({ root: folder.root })
  const made = await plan({ catalogue, store, state })
  const [lateCatalogue, latePlan, lateState] = [catalogue, made, state].map((value) => unchecked(Promise.resolve(value)))
  const options = { catalogue, store, state }

  const calls = await Promise.allSettled([
    connectStore({ catalogue: unchecked(lateCatalogue), env: {} }),
    ...[plan, drift, writeDrift, pull].map((call) => call({ ...options, catalogue: unchecked(lateCatalogue) })),
    apply({ ...options, plan: unchecked(latePlan) }),
    checkSavedPlan(unchecked(latePlan), options),
    plan({ ...options, state: unchecked(lateState) }),
    planUndo({ run: 'r1', store, state: unchecked(lateState), config: catalogue.config }),
  ])

  expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'rejected'))
  expect(calls.map((each) => ('reason' in each ? `${each.reason.code}: ${each.reason.message} ${each.reason.fix}` : ''))).toEqual([
    ...Array.from({ length: 5 }, () => 'wrong-usage: The option `catalogue` is a promise. Pass what `await loadCatalogue(…)` returned.'),
    ...Array.from({ length: 2 }, () => 'wrong-usage: The option `plan` is a promise. Pass what `await plan(…)` returned.'),
    ...Array.from({ length: 2 }, () => 'wrong-usage: The option `state` is a promise. Pass what `await openState(…)` returned.'),
  ])
})

test('a promise of another realm, as test runners have them, is one too', async () => {
  const late = unchecked(runInNewContext('Promise.resolve({})'))

  await expect(plan({ catalogue: late, store: late })).rejects.toMatchObject({ message: 'The option `catalogue` is a promise.' })
})

test('a store that is missing, and a root that is a URL, are named', async () => {
  const { folder } = await openEmptyShop({})
  const catalogue = await loadCatalogue({ root: folder.root })

  const planned = plan(unchecked({ catalogue }))
  const loaded = loadCatalogue({ root: unchecked(new URL('file:///shop')) })

  await expect(planned).rejects.toMatchObject({ code: 'wrong-usage', message: 'The option `store` is missing.' })
  await expect(loaded).rejects.toMatchObject({ code: 'wrong-usage', message: 'The option `root` is not the path of a folder.' })
})
