import { rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { virtualClock } from '../../support/virtual-clock.ts'
import { applyPlan } from '../../../src/apply/apply-plan.ts'
import { planLive } from '../../../src/workspace/plan-live.ts'
import type { PictureMaker } from '../../../src/pictures/picture-maker.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import { openEmptyStore } from '../../support/opened-store.ts'
import { photo } from '../../support/photo.ts'
import { shopFolder } from '../../support/shop-folder.ts'
import { loadFlat } from '../../support/written-catalogue.ts'

const clock = (): Date => new Date('2026-11-20T07:00:00Z')
const shop = 'products: { TEE: { title: Tee, price: 19.95, image: images/tee.png, extra_images: [images/back.jpg] } }\n'

/** Encoders that make other bytes of the same pixels, as two versions of libvips do. */
const encoders: Readonly<Record<string, PictureMaker>> = {
  old: (source, { kind, edge }) =>
    sharp(source).resize(edge, edge, { fit: 'inside' }).toFormat(kind, { quality: 82, compressionLevel: 9 }).toBuffer(),
  new: (source, { kind, edge }) =>
    sharp(source).resize(edge, edge, { fit: 'inside' }).toFormat(kind, { quality: 60, compressionLevel: 0 }).toBuffer(),
}

interface Machine {
  plan(): Promise<Plan>
  apply(plan: Plan): Promise<string>
}

/** A machine: a state of its own, an encoder of its own, and no cache of the other one. */
async function machine(root: string, store: StoreClient, encoder: string): Promise<Machine> {
  const state = await openState(':memory:')
  const load = (): ReturnType<typeof loadFlat> => {
    rmSync(join(root, '.planogram/cache'), { recursive: true, force: true })
    return loadFlat({ root, env: {}, loadMaker: () => Promise.resolve(encoders[encoder] ?? Promise.reject(new Error(encoder))) })
  }
  let runs = 0
  return {
    plan: async () => {
      const { desired, contentHash, notices, locate } = await load()
      return planLive({ desired, contentHash, store, state, locate, notices, now: clock, engineVersion: '0', limits: {} })
    },
    apply: async (plan) => {
      const { readPicture } = await load()
      const run = await applyPlan({
        plan,
        store,
        state,
        readPicture,
        clock: virtualClock(),
        runId: `${encoder}-${(runs += 1)}`,
        limits: { concurrency: 2, settleMs: 60_000 },
        stop: new AbortController().signal,
        onEvent: () => undefined,
      })
      return run.outcome
    },
  }
}

const paths = ({ changes }: Plan): string[] => changes.map(({ action, address }) => `${action} ${address}`)

test.each(['plain', 'hashed'])('two machines that encode differently agree on the pictures of the store (%s names)', async (naming) => {
  using folder = shopFolder({
    'planogram.yaml': `stores: { local: { emulator: true } }\nimages: { main: 200, thumb: 100, naming: ${naming} }\n`,
    'shop.yaml': shop,
    'images/tee.png': await photo({ shade: 100 }),
    'images/back.jpg': await photo({ kind: 'jpeg', shade: 140 }),
  })
  await using opened = await openEmptyStore(clock)
  const { store } = opened
  const [one, two] = [await machine(folder.root, store, 'old'), await machine(folder.root, store, 'new')]

  const first = await one.plan()
  expect(first.estimate).toMatchObject({ uploads: 4, renditions: 3 })
  expect(await one.apply(first)).toBe('done')
  const before = store.requests().reads

  expect(paths(await one.plan())).toEqual([])
  const remembered = store.requests().reads - before
  expect(paths(await two.plan())).toEqual([])
  const downloaded = store.requests().reads - before - 2 * remembered
  expect(paths(await two.plan())).toEqual([])

  // Machine two looks into each file once, and never again.
  expect(downloaded).toBe(4)
  expect(store.requests().reads - before).toBe(3 * remembered + 4)
})

test('the encoders make other bytes of one picture', async () => {
  const source = await photo({ kind: 'jpeg' })

  const old = await encoders['old']?.(source, { kind: 'jpeg', edge: 100 })
  const other = await encoders['new']?.(source, { kind: 'jpeg', edge: 100 })

  expect(old && other && Buffer.from(old).equals(other)).toBe(false)
})

test('a plan of one machine is a plan of the other', async () => {
  using folder = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\nimages: { thumb: 100, large: 300 }\n',
    'shop.yaml': shop,
    'images/tee.png': await photo({ shade: 100 }),
    'images/back.jpg': await photo({ kind: 'jpeg', shade: 140 }),
  })
  await using opened = await openEmptyStore(clock)
  const { store } = opened
  const [one, two] = [await machine(folder.root, store, 'old'), await machine(folder.root, store, 'new')]

  const saved = await one.plan()
  const again = await two.plan()

  expect(again.planHash).toBe(saved.planHash)
  expect(await two.apply(saved)).toBe('done')
  expect(paths(await one.plan())).toEqual([])
})

test('a rendition that was replaced or edited in the store is detected on both machines', async () => {
  using folder = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\nimages: { thumb: 100 }\n',
    'shop.yaml': shop,
    'images/tee.png': await photo({ shade: 100 }),
    'images/back.jpg': await photo({ kind: 'jpeg', shade: 140 }),
  })
  await using opened = await openEmptyStore(clock)
  const { store } = opened
  const [one, two] = [await machine(folder.root, store, 'old'), await machine(folder.root, store, 'new')]
  await one.apply(await one.plan())

  const thumb = Buffer.from((await store.files?.read('images/thumb/tee.png')) ?? [])
  const middle = thumb.length >> 1
  thumb[middle] = (thumb[middle] ?? 0) ^ 1
  await store.files?.write('images/thumb/tee.png', thumb)
  await store.files?.write('images/thumb/back.jpg', await photo({ kind: 'jpeg', width: 90 }))

  const seen = ['update file.images/thumb/back.jpg', 'update file.images/thumb/tee.png']
  expect(paths(await two.plan())).toEqual(seen)
  const plan = await one.plan()
  expect(paths(plan)).toEqual(seen)
  expect(await one.apply(plan)).toBe('done')
  expect(paths(await two.plan())).toEqual([])
})
