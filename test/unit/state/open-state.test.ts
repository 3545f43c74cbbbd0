import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { openState } from '../../../src/state/open-state.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function refusal(path: string): [string, string] {
  try {
    openState(path).close()
  } catch (error) {
    if (error instanceof OperationalError) return [error.code, error.message]
    throw error
  }
  return ['opened', '']
}

test('a new state is made with its folder, and opens again', () => {
  const path = join(folder, '.planogram', 'state.db')

  openState(path).close()
  const again = openState(path)

  expect([existsSync(path), again.runs()]).toEqual([true, []])
  again.close()
})

test('a state in memory leaves no file', () => {
  const state = openState(':memory:')

  state.rememberFile('s', { path: 'a', sha256: 'b', size: 1, modified: 'c' })

  expect(state.rememberedFiles('s').size).toBe(1)
  expect(existsSync(':memory:')).toBe(false)
  state.close()
})

test('a file that is no database is refused and left as it is', () => {
  const path = join(folder, 'state.db')
  writeFileSync(path, 'this is a text of more than a hundred bytes, so that nobody takes it for an empty database file. '.repeat(3))

  expect(refusal(path)).toEqual(['state-broken', `${path} is damaged or no planogram state.`])
})

test('the database of another program is refused', () => {
  const path = join(folder, 'state.db')
  const other = new DatabaseSync(path)
  other.exec('CREATE TABLE theirs (x)')
  other.close()

  expect(refusal(path)).toEqual(['state-broken', `${path} is the database of another program.`])
})

test('the state of a newer planogram is refused, with what to do', () => {
  const path = join(folder, 'state.db')
  openState(path).close()
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 99')
  database.close()

  expect(refusal(path)).toEqual(['state-broken', `${path} was written by a newer planogram (state version 99, this one knows 1).`])
})

test('a folder in the place of the file, and a file in the place of its folder, are refused', () => {
  mkdirSync(join(folder, 'state.db'))
  writeFileSync(join(folder, 'file'), '')

  const codes = [refusal(join(folder, 'state.db')), refusal(join(folder, 'file', 'state.db'))].map(([code]) => code)

  expect(codes).toEqual(['state-broken', 'state-broken'])
})

test('a state whose bytes were damaged is refused', () => {
  const path = join(folder, 'state.db')
  openState(path).close()
  writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4000, 0xff)]))

  expect(refusal(path)[0]).toBe('state-broken')
})
