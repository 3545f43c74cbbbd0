import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openFileRemovals } from '../../../src/apply/file-removals.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { openState } from '../../../src/state/open-state.ts'
import { openStore } from '../../../src/store/open-store.ts'

const path = 'images/items/tee.png'
const ours = Buffer.from('ours!')
const theirs = Buffer.from('their')
const removal = { kind: 'delete-file', path, size: ours.length, sha256: createHash('sha256').update(ours).digest('hex') } as const

test('a file that an earlier part of the run has kept is compared again before it is removed', async () => {
  const emulator = await startEmulator()
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })
  const state = await openState(':memory:')
  onTestFinished(async () => {
    await Promise.all([state.close(), store.close()])
    await emulator.close()
  })
  const index = {
    capabilities,
    roots: new Map(),
    steps: new Map(),
    needs: new Map(),
    moves: new Map(),
    partners: new Map(),
    files: new Map(),
  }
  const keptBefore = { keep: () => Promise.resolve(undefined) }
  const removals = openFileRemovals({ index, store, state, preImages: keptBefore, forget: () => Promise.resolve() })
  await store.files?.write(path, theirs)

  const checked = await removals.check(removal)
  const changed = await removals.prepare(removal).catch((error: unknown) => error)
  await store.files?.write(path, ours)
  const request = await removals.prepare(removal)
  await request()
  const again = await removals.prepare(removal)
  await again()

  expect(checked).toEqual({ kind: 'send' })
  expect(changed).toMatchObject({
    code: 'plan-stale',
    message: `${path} in the store has changed since the plan was created; it was not removed.`,
  })
  expect(await store.files?.list('images/items')).toEqual([])
})
