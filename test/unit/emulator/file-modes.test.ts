import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import type { RunningEmulator } from '../../../src/emulator/emulator-options.ts'
import { basic, storeRequest } from './store-request.ts'

let folder: string
let umask: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-modes-'))
  umask = process.umask(0)
})
afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

const octal = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** The mode of everything below a folder; names of blobs are shortened. */
function modesIn(path: string): Readonly<Record<string, string>> {
  const entries = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
  return Object.fromEntries(entries.map((name) => [name.replace(/[0-9a-f]{64}/, 'blob'), octal(join(path, name))]))
}

/** Writes a record, a file over HTTP, a seeded file and a snapshot. */
async function fill(store: RunningEmulator): Promise<void> {
  await storeRequest(store)('POST', 'UserGroups', '<ResultSet><UserGroup><code>a</code></UserGroup></ResultSet>')
  const headers = { authorization: basic(store.key) }
  await fetch(`${store.filesUrl}/shop/images/items/a`, { method: 'PUT', body: 'x', headers })
  store.seed({ files: [{ path: 'images/items/b', bytes: new Uint8Array([120]) }] })
  store.snapshots.save('one')
}

const expected = {
  blobs: '700',
  'blobs/arriving': '700',
  'blobs/kept': '700',
  'blobs/kept/blob': '600',
  snapshots: '700',
  'snapshots/one.db': '600',
  'store.db': '600',
  'store.db-wal': '600',
}

test.skipIf(process.platform === 'win32')('only the owner can read what the emulator writes', async () => {
  const data = join(folder, 'new', 'data')
  await using store = await startEmulator({ data })
  await fill(store)

  expect([octal(join(folder, 'new')), octal(data)]).toEqual(['700', '700'])
  expect(modesIn(data)).toEqual(expected)
})

test.skipIf(process.platform === 'win32')('files of an earlier version are restricted to the owner', async () => {
  const data = join(folder, 'old')
  mkdirSync(data)
  const first = await startEmulator({ data })
  await fill(first)
  await first.close()
  for (const name of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
    const path = join(data, name)
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
  }

  await using store = await startEmulator({ data })
  await fill(store)

  expect(octal(data)).toBe('700')
  expect(modesIn(data)).toEqual(expected)
})
