import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Run } from '../../../src/apply/events.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { foundText } from '../../../src/plan/guards/guard-sentence.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { bareRecord } from '../../../src/plan/record-of-change.ts'
import { planText } from '../../../src/report/plan-text.ts'
import { planView } from '../../../src/report/view/plan-view.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import type { ResourceName } from '../../../src/resources/registry.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { openState } from '../../../src/state/open-state.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { StoreFiles } from '../../../src/store/store-client.ts'
import { apply } from '../../../src/workspace/apply.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { planUndo } from '../../../src/workspace/plan-undo.ts'
import { pull } from '../../../src/workspace/pull.ts'
import { shopFolder } from '../../support/shop-folder.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

function picture(name: string): Uint8Array {
  return readFileSync(join(import.meta.dirname, `../../scenarios/prune-files/live/images/${name}.png`))
}

interface Shop {
  readonly root: string
  planOf(text: string, targets?: readonly string[]): Promise<Plan>
  apply(made: Plan, runId: string): Promise<Run>
  undoOf(run: string): Promise<Plan>
  pull(): Promise<unknown>
  /** Writes a record as somebody else would. */
  others(resource: ResourceName, fields: Fields): Promise<void>
  readonly files: StoreFiles
  /** The paths of all pictures in the store. */
  there(): Promise<readonly string[]>
  ours(): Promise<readonly string[]>
}

const two = `products:
  TEE: { title: Tee, price: 20, image: images/tee.png }
  MUG: { title: Mug, price: 8, image: images/mug.png }
`
const onlyTee = 'products:\n  TEE: { title: Tee, price: 20, image: images/tee.png }\n'
const withoutTeePicture = two.replace('images/tee.png', "''")
const withoutPictures = withoutTeePicture.replace('images/mug.png', "''")

/** A shop to which two products with pictures were applied; `nothing`: to which nothing was. */
async function shopWith(way: 'keep' | 'delete', first: 'applied' | 'nothing' = 'applied'): Promise<Shop> {
  const folder = shopFolder({ 'planogram.yaml': `manage: { prune: { files: ${way} } }\n`, 'shop.yaml': '{}' })
  for (const name of ['tee', 'mug']) folder.write(`images/${name}.png`, picture(name))
  const emulator = await startEmulator()
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })
  const state = await openState(':memory:')
  const clock = virtualClock()
  onTestFinished(async () => {
    await Promise.all([state.close(), store.close()])
    await emulator.close()
    folder[Symbol.dispose]()
  })
  const { files } = store
  if (!files) throw new Error('the store has no files')
  const load = (): ReturnType<typeof loadCatalogue> => loadCatalogue({ root: folder.root })
  const shop: Shop = {
    root: folder.root,
    planOf: async (text, targets = []) => {
      folder.write('shop.yaml', text)
      return plan({ catalogue: await load(), store, state, ...(targets.length > 0 && { selection: { targets, excludes: [] } }) })
    },
    apply: async (made, runId) => apply({ plan: made, catalogue: await load(), store, state, clock, runId }),
    undoOf: async (run) => planUndo({ run, store, state, config: (await load()).config }),
    pull: async () => pull({ catalogue: await load(), store, state, images: true, force: true, clock }),
    others: (resource, fields) => store.post(resource, [bareRecord(resource, fields)]),
    files,
    there: async () => {
      const all = await Promise.all(['images/items', 'images/thumb', 'images/originals'].map((each) => files.list(each)))
      return all.flat().map(({ path }) => path)
    },
    ours: async () => [...(await state.ownFiles(storeNameInState(store))).keys()],
  }
  if (first === 'applied') await shop.apply(await shop.planOf(two), 'run-0')
  return shop
}

function inWords({ changes, untouched, guards }: Plan): readonly string[] {
  return [
    ...changes.map(({ action, address }) => `${action} ${address}`),
    ...untouched.files.map(({ path, reason, by }) => `${path} stays: ${reason}${by === undefined ? '' : ` by ${by}`}`),
    ...guards.map(({ guard, found }) => `${guard} ${found}`),
  ]
}

test('a picture of ours that nothing names is removed, only it, and an undo uploads it again before the record names it', async () => {
  const shop = await shopWith('delete')
  await shop.files.write('images/items/theirs.png', picture('top'))

  const made = await shop.planOf(withoutTeePicture)
  const run = await shop.apply(made, 'run-1')
  const after = [await shop.there(), await shop.ours()]
  const second = await shop.planOf(withoutTeePicture)
  const undo = await shop.undoOf('run-1')
  await shop.apply(undo, 'run-2')

  expect(inWords(made)).toEqual(['update product.TEE', 'remove file.images/items/tee.png'])
  expect([run.outcome, run.failures]).toEqual(['done', []])
  expect(after).toEqual([['images/items/mug.png', 'images/items/theirs.png'], ['images/items/mug.png']])
  expect(inWords(second)).toEqual([])
  expect(undo.steps.map(({ title }) => title)).toEqual(['upload images/items/tee.png', 'update 1 product'])
  expect(Buffer.from(await shop.files.read('images/items/tee.png'))).toEqual(picture('tee'))
  expect(inWords(await shop.planOf(withoutTeePicture))).toEqual(['update product.TEE', 'remove file.images/items/tee.png'])
})

test('with keep, the default, the plan names it and removes nothing', async () => {
  const shop = await shopWith('keep')

  const made = await shop.planOf(withoutTeePicture)

  expect(inWords(made)).toEqual(['update product.TEE', 'images/items/tee.png stays: kept'])
  expect(planText(planView(made), plainTheme, { width: 200, verbose: false })).toContain(
    'note: 1 picture is no longer in the catalogue and stays in the store: images/items/tee.png\n',
  )
})

test('it stays where another record names it, and where somebody has changed it', async () => {
  const shop = await shopWith('delete')
  await shop.others('Product', { sku: 'THEIRS', title: 'Theirs', image_large: 'tee.png' })
  const named = await shop.planOf(withoutTeePicture)
  await shop.others('Product', { sku: 'THEIRS', image_large: '' })
  await shop.files.write('images/items/tee.png', picture('top'))
  const changed = await shop.planOf(withoutTeePicture)

  expect(inWords(named)).toEqual(['update product.TEE', 'images/items/tee.png stays: named by product.THEIRS'])
  expect(inWords(changed)).toEqual(['update product.TEE', 'images/items/tee.png stays: changed'])
})

test('what names it or changes it between plan and apply is refused, and the rest goes on', async () => {
  const shop = await shopWith('delete')
  const made = await shop.planOf(withoutPictures)
  await shop.others('Cat', { code: 'theirs', name: 'Theirs', image: 'tee.png' })
  await shop.files.write('images/items/mug.png', Buffer.concat([picture('mug'), Buffer.from('more')]))

  const run = await shop.apply(made, 'run-1')

  expect(run.outcome).toBe('partial')
  expect(run.failures.map(({ address, message }) => `${address}: ${message}`)).toEqual([
    'file.images/items/mug.png: images/items/mug.png in the store has changed: it has 78 bytes instead of 74 since the plan was created. Create a new plan.',
    'file.images/items/tee.png: category.theirs names images/items/tee.png: it stays',
  ])
  expect(await shop.there()).toEqual(['images/items/mug.png', 'images/items/tee.png'])
})

test('a file of the same size with other content is not removed', async () => {
  const shop = await shopWith('delete')
  const made = await shop.planOf(withoutTeePicture)
  const other = Buffer.from(picture('tee')).fill(7, 60)
  await shop.files.write('images/items/tee.png', other)

  const run = await shop.apply(made, 'run-1')

  expect(run.failures.map(({ message }) => message)).toEqual([
    'images/items/tee.png in the store has changed since the plan was created; it was not removed. Create a new plan.',
  ])
  expect(Buffer.from(await shop.files.read('images/items/tee.png'))).toEqual(other)
})

test('a product that stays in the store, hidden or not, keeps its picture', async () => {
  const shop = await shopWith('delete')

  const made = await shop.planOf(onlyTee)

  expect(inWords(made)).toEqual(['images/items/mug.png stays: named by product.MUG'])
})

test('a limited plan removes what was asked for, once nothing of the limited plan names it', async () => {
  const shop = await shopWith('delete')

  const alone = await shop.planOf(withoutTeePicture, ['file.images/items/tee.png'])
  const both = await shop.planOf(withoutTeePicture, ['file.images/items/tee.png', 'product.TEE'])
  const record = await shop.planOf(withoutTeePicture, ['product.TEE'])

  expect(inWords(alone)).toEqual(['images/items/tee.png stays: named by product.TEE'])
  expect(inWords(both)).toEqual(['update product.TEE', 'remove file.images/items/tee.png'])
  expect(inWords(record)).toEqual(['update product.TEE'])
})

test('removed pictures count as removals', async () => {
  const shop = await shopWith('delete')
  writeFileSync(join(shop.root, 'planogram.yaml'), 'manage: { prune: { files: delete } }\nguards: { max_removals: 1 }\n')

  const made = await shop.planOf(withoutPictures)

  expect(made.guards.map(({ guard, found, cases }) => [guard, found, cases.map(({ address }) => address)])).toContainEqual([
    'max_removals',
    2,
    ['file.images/items/mug.png', 'file.images/items/tee.png'],
  ])
  expect(made.guards.map(foundText)).toContain('2 records and files are removed (limit 1)')
})

test('what a pull has downloaded, and what an apply has found equal, is ours; an undo of an upload makes nothing ours', async () => {
  const shop = await shopWith('delete', 'nothing')
  await shop.files.write('images/items/tee.png', picture('tee'))
  await shop.files.write('images/items/mug.png', picture('top'))
  await shop.others('Product', { sku: 'TEE', title: 'Tee', price: '20', image: 'tee.png' })
  await shop.planOf(onlyTee)
  await shop.pull()
  const pulled = await shop.ours()

  await shop.apply(await shop.planOf(two), 'run-1')
  const applied = await shop.ours()
  await shop.apply(await shop.undoOf('run-1'), 'run-2')
  const left = await shop.planOf(onlyTee)

  expect([pulled, applied]).toEqual([['images/items/tee.png'], ['images/items/mug.png', 'images/items/tee.png']])
  expect(left.untouched.files).toEqual([{ path: 'images/items/mug.png', reason: 'changed' }])
})
