import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { openDatabase } from '../../../src/state/open-database.ts'
import { openState } from '../../../src/state/open-state.ts'
import { stateFault } from '../../../src/state/state-fault.ts'
import { at, attempt, ends, request, startRun } from './contract/sample-journal.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function refusal(path: string): Promise<[string, string]> {
  try {
    const state = await openState(path)
    await state.close()
  } catch (error) {
    if (error instanceof OperationalError) return [error.code, error.message]
    throw error
  }
  return ['opened', '']
}

const file = { path: 'a', sha256: 'b', size: 1, modified: 'c' }

test('a new state is created with its folder, and holds what was written when it is opened again', async () => {
  const path = join(folder, '.planogram', 'state.db')

  const state = await openState(path)
  await state.rememberFiles('s', [file])
  await state.close()
  const again = await openState(path)

  expect([...(await again.rememberedFiles('s')).values()]).toEqual([file])
  await again.close()
})

test('the state, its log and a new folder are for this user alone; what exists keeps its modes', async () => {
  const made = join(folder, 'made', 'state.db')
  const given = join(folder, 'given', 'state.db')
  mkdirSync(dirname(given))
  writeFileSync(given, '')
  chmodSync(dirname(given), 0o755)
  chmodSync(given, 0o640)

  const states = await Promise.all([made, given].map((path) => openState(path)))
  await Promise.all(states.map((state) => state.rememberFiles('s', [file])))

  const modes = [made, given].map((path) => [dirname(path), path, `${path}-wal`].map((name) => (statSync(name).mode & 0o777).toString(8)))
  expect(modes).toEqual([
    ['700', '600', '600'],
    ['755', '640', '640'],
  ])
  await Promise.all(states.map((state) => state.close()))
})

test('of two processes that share a state one gets the lease, and the fence of the other is worth nothing', async () => {
  const path = join(folder, 'state.db')
  const [one, other] = [await openState(path), await openState(path)]
  const first = await startRun(one)

  const refused = await ends([other.acquireLease({ ...request, holder: 'process 2' })])
  const next = await other.acquireLease({ ...request, holder: 'process 2', at: at(100), expiresAt: at(200) })
  const late = await ends([
    one.intend('r1', first.fence, attempt(1, 'a')),
    other.intend('r1', next.fence, { ...attempt(1, 'a'), at: at(101) }),
  ])

  expect(refused).toEqual([expect.stringContaining('process 1 on anna has held the lease')])
  expect(late).toEqual([expect.stringContaining(`process 2 took it over at ${at(100)}`), 'resolved'])
  await Promise.all([one.close(), other.close()])
})

test('a state in memory leaves no file', async () => {
  const state = await openState(':memory:')

  await state.rememberFiles('s', [file])

  expect((await state.rememberedFiles('s')).size).toBe(1)
  expect(existsSync(':memory:')).toBe(false)
  await state.close()
})

test('a file that is no database is refused and left as it is', async () => {
  const path = join(folder, 'state.db')
  writeFileSync(path, 'this is a text of more than a hundred bytes, so that nobody takes it for an empty database file. '.repeat(3))

  expect(await refusal(path)).toEqual(['state-broken', `${path} is damaged or not a planogram state file.`])
})

test('the database of another program is refused', async () => {
  const path = join(folder, 'state.db')
  const other = new DatabaseSync(path)
  other.exec('CREATE TABLE theirs (x)')
  other.close()

  expect(await refusal(path)).toEqual(['state-broken', `${path} is the database of another program.`])
})

test('the state of a newer planogram is refused, with what to do', async () => {
  const path = join(folder, 'state.db')
  await (await openState(path)).close()
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 99')
  database.close()

  expect(await refusal(path)).toEqual(['state-broken', `${path} was written by a newer planogram (state version 99, this one reads 7).`])
})

test('a folder in the place of the file, and a file in the place of its folder, are refused', async () => {
  mkdirSync(join(folder, 'state.db'))
  writeFileSync(join(folder, 'file'), '')

  const [asFile, inFile] = [join(folder, 'state.db'), join(folder, 'file', 'state.db')]

  const refusals = [await refusal(asFile), await refusal(inFile)]

  expect(refusals).toEqual([
    ['state-broken', `${asFile} cannot be opened or written (unable to open database file).`],
    ['state-broken', `${inFile} cannot be opened or written (ENOTDIR).`],
  ])
})

test('a state whose bytes were damaged is refused', async () => {
  const path = join(folder, 'state.db')
  await (await openState(path)).close()
  writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4000, 0xff)]))

  expect((await refusal(path))[0]).toBe('state-broken')
})

test('a state that another process has locked is refused after the wait, by the code of the fault', () => {
  const path = join(folder, 'state.db')
  const holder = openDatabase(path)
  const waiting = new DatabaseSync(path, { timeout: 1 })
  holder.exec('BEGIN IMMEDIATE')

  const fault = faultOf(() => waiting.exec('BEGIN IMMEDIATE'))

  expect(stateFault(path, fault)).toMatchObject({
    code: 'state-broken',
    message: `${path} has been locked by another process for more than 10 seconds.`,
  })
  waiting.close()
  holder.close()
})

test('a broken constraint is a bug and stays what it is', () => {
  const database = openDatabase(':memory:')
  const insert = database.prepare("INSERT INTO run (id, store, plan_hash, started_at) VALUES ('r1', '', '', '')")
  insert.run()

  const fault = faultOf(() => insert.run())

  expect([stateFault('state.db', fault) === fault, String(fault)]).toEqual([true, expect.stringContaining('UNIQUE')])
  database.close()
})

function faultOf(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}
