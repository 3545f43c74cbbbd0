import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assumptionList } from '../../src/emulator/assumptions/assumption-list.ts'
import { assumptions, switchesWith } from '../../src/emulator/assumptions/switches.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { storeRequest } from '../unit/emulator/store-request.ts'
import { rowsOfAccess } from './rows-of-access.ts'
import { rowsOfReads } from './rows-of-reads.ts'
import { rowsOfWrites } from './rows-of-writes.ts'

const root = join(import.meta.dirname, '..', '..')
const cases = { ...rowsOfWrites, ...rowsOfReads, ...rowsOfAccess }
const listed = assumptionList(switchesWith())
/** The ids of the table rows of docs/assumptions.md, with their text. */
const documented = [...readFileSync(join(root, 'docs', 'assumptions.md'), 'utf8').matchAll(/^\| ([A-Z]\d+) \|(.*)$/gm)]
const platform = readFileSync(join(root, 'test', 'fixtures', 'platform.md'), 'utf8')

test.each(Object.entries(cases))('%s', async (_id, { options = {}, act, seen }) => {
  await using store = await startEmulator(options)

  const found = await act(storeRequest(store), store)

  expect(found).toEqual(seen)
})

test('every row of docs/assumptions.md has a test and an entry, and nothing else has', () => {
  const ids = documented.map(([, id]) => id)

  process.stdout.write(`assumptions: looked at ${ids.length} rows and ${Object.keys(assumptions).length} switches\n`)
  expect(ids.length).toBeGreaterThan(100)
  expect(Object.keys(cases).toSorted()).toEqual(ids.map(String).toSorted())
  expect(listed.map(({ id }) => id)).toEqual(ids)
})

test('every switch that the table names is built, and belongs to its row', () => {
  const named = documented.flatMap(([, id, text = '']) => [...text.matchAll(/`(\w+): /g)].map(([, name]) => ({ id, name })))

  const missing = named.filter(({ id, name }) => !listed.find((entry) => entry.id === id)?.switches.some((found) => found.name === name))

  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(25)
})

test('every entry rests on words that stand in platform.md, and says in one sentence what is taken', () => {
  const strangers = listed.filter(({ quote }) => !platform.includes(quote)).map(({ id }) => id)
  const unsaid = listed.filter(({ gap, takes }) => gap.length < 8 || takes.length < 3).map(({ id }) => id)

  expect(strangers).toEqual([])
  expect(unsaid).toEqual([])
})
