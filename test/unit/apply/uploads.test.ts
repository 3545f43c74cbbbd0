import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FileChange } from '../../../src/diff/change.ts'
import type { StoreFiles } from '../../../src/store/store-client.ts'
import { type Bench, picture, sha256, startBench, upload } from '../../support/apply-bench.ts'

const path = 'images/items/a.png'
const older = Buffer.alloc(picture.length, 'o')
const theirs = Buffer.alloc(picture.length, 't')

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** An upload over a file of the same size, of which the plan has seen this content. */
function overwriting(seen: string | null): FileChange {
  return {
    kind: 'file',
    action: 'update',
    address: `file.${path}`,
    file: { path, from: 'images/a.png', before: { size: older.length, sha256: seen }, after: { size: picture.length, sha256 } },
    origin: 'git',
    source: null,
  }
}

function filesOf({ store }: Bench): StoreFiles {
  if (!store.files) throw new Error('the store has no files')
  return store.files
}

const changed = `${path} in the store has changed since the plan was created; it was not overwritten. Create a new plan.`

test.each([
  ['known', hashOf(older)],
  ['not known', null],
])('a file that somebody replaced before the run went on is not overwritten, where the planned content is %s', async (_, seen) => {
  await using bench = await startBench()
  const files = filesOf(bench)
  const changes = [overwriting(seen)]
  await files.write(path, older)
  const killed = { ...files, write: () => Promise.reject(new Error('killed')) }
  await expect(bench.apply([upload(path)], { changes, files: killed })).rejects.toThrow('killed')
  await files.write(path, theirs)

  const resumed = await bench.apply([upload(path)], { changes })
  const left = await files.read(path)
  await files.write(path, older)
  const last = await bench.apply([upload(path)], { changes })

  expect(resumed.steps.map(({ outcome, message }) => [outcome, message])).toEqual([['failed', changed]])
  expect(Buffer.from(left)).toEqual(theirs)
  expect(last.outcome).toBe('done')
  expect([...(await bench.state.preImagesOf('run-1')).values()].map((kept) => kept.sha256)).toEqual([hashOf(older)])
})

test('a file that has another size than when the plan was created, or was not there then, is not overwritten, and its size is named', async () => {
  await using bench = await startBench()
  const files = filesOf(bench)
  const planned = overwriting(hashOf(older))
  await files.write(path, Buffer.from('theirs'))

  const resized = await bench.apply([upload(path)], { changes: [planned] })
  const unseen = { ...planned, action: 'create', file: { ...planned.file, before: null } } as const
  const added = await bench.apply([upload(path)], { changes: [unseen], runId: 'run-2' })

  expect([...resized.steps, ...added.steps].map(({ outcome, message }) => [outcome, message])).toEqual([
    ['failed', `${path} in the store has changed: it has 6 bytes instead of 18 since the plan was created. Create a new plan.`],
    ['failed', `${path} in the store was uploaded by somebody else since the plan was created. Create a new plan.`],
  ])
  expect(Buffer.from(await files.read(path)).toString()).toBe('theirs')
})

test('a file that somebody replaced by one of the same size since the plan is not overwritten', async () => {
  await using bench = await startBench()
  const files = filesOf(bench)
  await files.write(path, theirs)

  const run = await bench.apply([upload(path)], { changes: [overwriting(hashOf(older))] })

  expect(run.steps.map(({ outcome, message }) => [outcome, message])).toEqual([['failed', changed]])
  expect(Buffer.from(await files.read(path))).toEqual(theirs)
})

test('an upload whose first answer was lost is not journalled as done before the first can act no more', async () => {
  await using bench = await startBench()
  bench.emulator.faults.add({ on: { method: 'PUT' }, do: { kind: 'lost-answer' } })
  const journalled = async (): Promise<unknown> => (await bench.state.operationsOf('run-1')).map(({ outcome }) => outcome)
  const meanwhile: Promise<unknown>[] = []

  const run = await bench.apply([upload(path)], {
    onEvent: (event) => void (event.type === 'waiting' && event.reason === 'settle' && meanwhile.push(journalled())),
  })

  expect(run.outcome).toBe('done')
  expect([await Promise.all(meanwhile), await journalled()]).toEqual([[[null]], ['done']])
})
