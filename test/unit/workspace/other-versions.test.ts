import { expect, test } from 'vitest'
import { packPlan } from '../../../src/apply/packed-plan.ts'
import { formatPlanFile } from '../../../src/plan/plan-file.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { planUndo } from '../../../src/workspace/plan-undo.ts'
import { resumableRun } from '../../../src/workspace/resumable-run.ts'
import { type EmptyShop, openEmptyShop } from '../../support/empty-shop.ts'

const documents = { 'shop.yaml': 'products: { MUG: { title: Mug, price: 8 } }\n' }

/** Records a run that was killed, with this plan file. */
async function killedRun({ store, state }: EmptyShop, file: Iterable<string>): Promise<void> {
  const name = storeNameInState(store)
  const { fence } = await state.acquireLease({
    store: name,
    holder: 'process 1 on build-3',
    at: '2026-01-01T00:00:00Z',
    expiresAt: '2026-01-01T00:03:00Z',
  })
  await state.startRun({ id: 'killed', store: name, planHash: 'h', at: '2026-01-01T00:00:01Z', plan: await packPlan(file), fence })
}

test('a run whose plan another version wrote in another format is neither resumed nor undone, with what to do in its place', async () => {
  const shop = await openEmptyShop(documents)
  const { store, state, folder } = shop
  const { contentHash, config } = await loadCatalogue({ root: folder.root })
  await killedRun(shop, ['{ "format_version": "6", "engine_version": "0.1.0" }'])
  const why = 'its plan cannot be read. The plan file was written in plan format 6 by planogram 0.1.0; this version reads format 8.'

  const resumed = await resumableRun({ state, store, contentHash }).catch((error: unknown) => error)
  const undone = await planUndo({ run: 'killed', store, state, config }).catch((error: unknown) => error)

  expect(resumed).toMatchObject({
    code: 'plan-file-broken',
    message: `Run killed cannot be resumed: ${why}`,
    fix: 'Run `planogram apply`: a new plan makes only what is left.',
  })
  expect(undone).toMatchObject({
    code: 'plan-file-broken',
    message: `Run killed cannot be undone: ${why}`,
    fix: expect.stringMatching(/^Restore the earlier catalogue in git, .* with a backup of the state from before the upgrade\.$/),
  })
})

test('a run of a version that calculated another hash of the same catalogue is not said to be of a changed one', async () => {
  const shop = await openEmptyShop(documents)
  const { store, state, folder } = shop
  const catalogue = await loadCatalogue({ root: folder.root })
  const made = await plan({ catalogue, store, state })
  await killedRun(shop, formatPlanFile(made))

  const resumed = resumableRun({ state, store, contentHash: 'of another version' })

  await expect(resumed).rejects.toMatchObject({
    code: 'plan-stale',
    message:
      'The catalogue is not that of run killed: it or its config has changed since, or another version of planogram started the run. Nothing was written.',
  })
})
