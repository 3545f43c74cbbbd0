import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { type FileRemovals, openFileRemovals } from '../../../src/apply/file-removals.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { OperationalError } from '../../../src/errors.ts'
import { openState } from '../../../src/state/open-state.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { StoreFiles } from '../../../src/store/store-client.ts'

const path = 'images/items/tee.png'
const ours = Buffer.from('ours!')
const theirs = Buffer.from('their')
const removal = { kind: 'delete-file', path, size: ours.length, sha256: createHash('sha256').update(ours).digest('hex') } as const

interface Opened {
  readonly removals: FileRemovals
  readonly files: StoreFiles
}

/** Removals of a run whose earlier part has kept every file. */
async function openRemovals(changed: Partial<StoreFiles> = {}): Promise<Opened> {
  const emulator = await startEmulator()
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })
  const state = await openState(':memory:')
  onTestFinished(async () => {
    await Promise.all([state.close(), store.close()])
    await emulator.close()
  })
  const { files } = store
  if (!files) throw new Error('the store has no files')
  const removals = openFileRemovals({
    index: {
      capabilities,
      certificate: [],
      roots: new Map(),
      steps: new Map(),
      needs: new Map(),
      moves: new Map(),
      partners: new Map(),
      files: new Map(),
    },
    store: { ...store, files: { ...files, ...changed } },
    state,
    preImages: { keep: () => Promise.resolve(undefined), contentOf: () => Promise.resolve(undefined) },
    forget: () => Promise.resolve(),
  })
  return { removals, files }
}

test('a file that an earlier part of the run has kept is compared again before it is removed', async () => {
  const { removals, files } = await openRemovals()
  await files.write(path, theirs)

  const checked = await removals.check(removal)
  const changed = await removals.prepare(removal).catch((error: unknown) => error)
  await files.write(path, ours)
  const request = await removals.prepare(removal)
  await request()
  const again = await removals.prepare(removal)
  await again()

  expect(checked).toEqual({ kind: 'send' })
  expect(changed).toMatchObject({
    code: 'plan-stale',
    message: `${path} in the store has changed since the plan was created; it was not removed.`,
  })
  expect(await files.list('images/items')).toEqual([])
})

test.each([
  ['refused', []],
  ['lost', [path]],
])('a deletion whose answer is %s and whose file is still there', async (answer, unconfirmed) => {
  const fault = new OperationalError('files-fault', 'The file was not deleted.', { context: { answer } })
  const { removals, files } = await openRemovals({ remove: () => Promise.reject(fault) })
  await files.write(path, ours)

  const request = await removals.prepare(removal)
  const error = await request().catch((reason: unknown) => reason)

  expect(error).toBe(fault)
  expect([...(await removals.confirm()).keys()]).toEqual(unconfirmed)
})
