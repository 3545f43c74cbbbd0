import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assumptions, switchesWith } from '../../src/emulator/assumptions/switches.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { storeRequest } from '../unit/emulator/store-request.ts'
import { switchesOfAccess } from './switches-of-access.ts'
import { switchesOfReads } from './switches-of-reads.ts'
import { switchesOfWrites } from './switches-of-writes.ts'

const cases = { ...switchesOfWrites, ...switchesOfReads, ...switchesOfAccess }

test.each(Object.entries(cases))('%s', async (_name, { turned = {}, options = {}, act, seen }) => {
  await using store = await startEmulator({ ...options, switches: turned })

  const found = await act(storeRequest(store), store)

  expect(found).toEqual(seen)
})

test('every value of every switch but the default has a case, and the defaults are the first values', () => {
  const values = Object.entries(assumptions).flatMap(([name, { values: all }]) => all.slice(1).map((value) => `${name} ${value}`))

  const missing = values.filter((value) => !(value in cases))

  expect(missing).toEqual([])
  expect(values.length).toBeGreaterThan(55)
  expect(Object.entries(switchesWith())).toEqual(Object.entries(assumptions).map(([name, { values: all }]) => [name, all[0]]))
})

test('values that no profile has contradict words of platform.md', () => {
  const platform = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'platform.md'), 'utf8')
  const quotes = Object.values(assumptions).flatMap((assumption) => ('contradicts' in assumption ? [assumption.contradicts] : []))

  expect(quotes.filter((quote) => !platform.includes(quote))).toEqual([])
  expect(quotes.length).toBe(2)
})
