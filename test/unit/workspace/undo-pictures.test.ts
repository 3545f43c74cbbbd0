import { expect, test } from 'vitest'
import { keptPictures } from '../../../src/apply/kept-pre-images.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { parsePlanFile } from '../../../src/plan/plan-file.ts'
import { pictureContent } from '../../../src/records/rendition-mark.ts'
import { guardDefaults } from '../../../src/records/guard-limits.ts'
import { planUndo } from '../../../src/workspace/plan-undo.ts'
import { planFileText } from '../../support/sample-plan.ts'
import { product, startShop, type UndoShop, words } from '../../support/undo-shop.ts'

const usual = {
  guards: guardDefaults,
  limits: { concurrency: 1, recordsPerRequest: 100, requestsPerSecond: null, priceEntries: null, settleMs: 1 },
}

const old = Buffer.from('the old picture, long enough to be compressed '.repeat(20))
const next = Buffer.from('the new picture')
const pictured = { ...product('{ title: Mug, price: 8, image: images/mug.png }') }

/** A real picture of one grey pixel, with these bytes behind it. */
function png(tail: Uint8Array): Uint8Array {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
  return Buffer.concat([Buffer.from(pixel, 'base64'), tail])
}

async function uploaded({ store }: UndoShop): Promise<Uint8Array> {
  return Buffer.from((await store.files?.read('images/items/mug.png')) ?? [])
}

test('an overwritten picture is uploaded again, by a plan from a file too', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', { ...pictured, 'images/mug.png': png(old) })
  await shop.applyAs('r2', { 'images/mug.png': png(next) })
  const changed = await uploaded(shop)

  const saved = await parsePlanFile(planFileText(await shop.undoOf('r2')))
  const run = await shop.carryOut(saved, 'u1')
  const restored = await uploaded(shop)
  const again = await shop.undoOf('r2')
  const redone = await shop.carryOut(await shop.undoOf('u1'), 'u2')

  expect([run.failures, redone.failures]).toEqual([[], []])
  expect(words(again)).toEqual([])
  expect([changed, restored, await uploaded(shop)]).toEqual([png(next), png(old), png(next)].map((bytes) => Buffer.from(bytes)))
})

/** The undo of the second run where the state has kept no picture. */
function undoWithoutPictures(shop: UndoShop): Promise<Plan> {
  const state = { ...shop.state, preImagesOf: () => Promise.resolve(new Map()) }
  return planUndo({ run: 'r2', ...shop, state, config: usual })
}

test('a picture that somebody has replaced since, and one that was not kept, stay and are named', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', { ...pictured, 'images/mug.png': png(old) })
  await shop.applyAs('r2', { 'images/mug.png': png(next) })

  const forgetful = await undoWithoutPictures(shop)
  await shop.store.files?.write('images/items/mug.png', Buffer.from('theirs'))
  const replaced = await shop.undoOf('r2')

  expect([words(forgetful), words(replaced)]).toEqual([
    ['file.images/items/mug.png: what it was before the run was not kept, left as it is'],
    ['file.images/items/mug.png: changed since the run, left as it is'],
  ])
})

const pruned = {
  'planogram.yaml': 'manage: { prune: { files: delete } }\nguards: { max_removals: off, max_changes: off, price_change: off }\n',
}
const bare = product('{ title: Mug, price: 8, image: "" }')

test("a removed picture that was not kept is named; one that is in the store again is somebody else's and stays", async () => {
  const shop = await startShop()
  await shop.applyAs('r1', { ...pruned, ...pictured, 'images/mug.png': png(old) })
  await shop.applyAs('r2', bare)
  const left = await shop.store.files?.list('images/items')

  const forgetful = await undoWithoutPictures(shop)
  await shop.store.files?.write('images/items/mug.png', Buffer.from('theirs'))
  const theirs = await shop.undoOf('r2')

  expect(left).toEqual([])
  expect([words(forgetful), words(theirs)]).toEqual([
    ['update product.MUG', 'file.images/items/mug.png: what it was before the run was not kept, left as it is'],
    ['update product.MUG', 'file.images/items/mug.png: changed since the run, left as it is'],
  ])
})

/** The pictures of an undo from a state that has these bytes. */
function picturesOf(bytes: Uint8Array | null): ReturnType<typeof keptPictures> {
  return keptPictures({ keptPicture: () => Promise.resolve(bytes) })
}

test('a kept picture that is damaged or gone is not uploaded', async () => {
  const tries = await Promise.allSettled([png(next), null].map((bytes) => picturesOf(bytes)('images/mug.png', pictureContent(png(old)))))

  expect(tries).toMatchObject([
    { reason: { code: 'state-broken', message: 'The earlier content of images/mug.png is damaged in the state; it was not uploaded.' } },
    { reason: { code: 'plan-stale', message: 'The earlier content of images/mug.png is not in the state any more; it was not uploaded.' } },
  ])
})

test('a picture whose upload was lost and then refused is restored: the store may have it', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', { ...pictured, 'images/mug.png': png(old) })
  shop.emulator.faults.add(
    { on: { method: 'PUT' }, do: { kind: 'lost-answer' } },
    { on: { method: 'PUT' }, do: { kind: 'status', status: 507 }, times: 'always' },
  )

  const run = await shop.runAs('r2', { 'images/mug.png': png(next) })
  const changed = await uploaded(shop)
  shop.emulator.faults.clear()
  const undone = await shop.carryOut(await shop.undoOf('r2'), 'u1')

  expect([run.outcome, run.failures.map(({ outcome }) => outcome)]).toEqual(['partial', ['unknown']])
  expect([undone.outcome, undone.failures]).toEqual(['done', []])
  expect([changed, await uploaded(shop)]).toEqual([png(next), png(old)].map((bytes) => Buffer.from(bytes)))
})
