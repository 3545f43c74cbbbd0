import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningEmulator } from '../../../src/emulator/emulator-options.ts'
import { randomNumbers } from '../../../src/emulator/faults/faults.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { basic, storeRequest } from './store-request.ts'
import { isWhole } from '../../support/whole.ts'

const rounds = isWhole ? 50 : 2
const batchSize = 60
const fileSize = 300_000
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-kill-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Address {
  readonly url: string
  readonly filesUrl: string
  readonly key: string
}

/** One kind of write over and over, numbered from `from`; what was answered is noted in `answered`. */
type Write = (address: Address, number: number) => Promise<boolean>

async function startChild(): Promise<{ child: ChildProcess; address: Address }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve-folder.ts'), folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  for await (const chunk of child.stdout ?? []) {
    told += String(chunk)
    if (told.includes('\n')) break
  }
  return { child, address: JSON.parse(told) as Address }
}

/** Writes until the store is killed, so many milliseconds after the start or after the first answer; gives back the numbers that were sent and answered. */
async function writeUntilKilled(
  write: Write,
  from: number,
  { afterMs, isAnswered }: Moment,
): Promise<{ sent: number[]; answered: number[] }> {
  const { child, address } = await startChild()
  const sent: number[] = []
  const answered: number[] = []
  const first = Promise.withResolvers<void>()
  const writing = (async () => {
    for (let number = from; ; number += 1) {
      sent.push(number)
      if (await write(address, number)) answered.push(number)
      first.resolve()
    }
  })().catch(() => undefined)
  if (isAnswered) await first.promise
  await wait(afterMs)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await writing
  return { sent, answered }
}

const send =
  (method: string, path: (number: number) => string, body: (number: number) => string): Write =>
  async ({ url, key }, number) =>
    (await fetch(`${url}${path(number)}`, { method, body: body(number), headers: { authorization: basic(key) } })).ok

const group = (number: number, row: number) => `<UserGroup><code>${number}-${row}</code><title>${number}</title></UserGroup>`
const postBatch = send(
  'POST',
  () => '/API/V3/UserGroups',
  (number) => `<ResultSet>${Array.from({ length: batchSize }, (_, row) => group(number, row)).join('')}</ResultSet>`,
)
const putRecord = send(
  'PUT',
  () => '/API/V3/UserGroups/one',
  (number) => `<ResultSet><UserGroup><title>${number}</title><description>${number}</description></UserGroup></ResultSet>`,
)
const putFile = send(
  'PUT',
  () => '/files/shop/images/items/one.txt',
  (number) => String.fromCodePoint(97 + (number % 26)).repeat(fileSize),
)

const read = async ({ url, key }: RunningEmulator, path: string) =>
  (await fetch(`${url}${path}`, { headers: { authorization: basic(key) } })).text()

/** When a store is killed. */
interface Moment {
  readonly afterMs: number
  /** True where the time begins with the first answer. */
  readonly isAnswered: boolean
}

/** Every second one after the first answer, which a slow machine gives late; some rounds end before any. */
const moments = (seed: number): readonly Moment[] => {
  const random = randomNumbers(seed)
  return Array.from({ length: rounds }, (_, round) => ({ afterMs: 2 + Math.floor(random() * 120), isAnswered: round % 2 === 0 }))
}

test(
  `killed ${rounds} times in the middle of a batch POST: each batch is whole or absent, and what was answered is there`,
  { timeout: 200_000 },
  async () => {
    const seen: { sent: number; answered: number }[] = []
    for (const moment of moments(1)) {
      const { sent, answered } = await writeUntilKilled(postBatch, 0, moment)
      await using store = await startEmulator({ data: folder })
      for (const number of sent) {
        const { counts } = await storeRequest(store)('GET', `UserGroups/?title=${number}&_results=1`)
        const whole = Number(counts.split(' ')[1])
        expect(answered.includes(number) ? [batchSize] : [0, batchSize], `batch ${number}`).toContain(whole)
      }
      seen.push({ sent: sent.length, answered: answered.length })
      store.reset()
    }

    expect(seen.length).toBe(rounds)
    expect(seen.some(({ answered }) => answered > 0)).toBe(true)
  },
)

test(`killed ${rounds} times in the middle of a PUT: the record is as one PUT left it`, { timeout: 200_000 }, async () => {
  let next = 1
  {
    await using store = await startEmulator({ data: folder })
    store.seed([{ resource: 'UserGroups', fields: { code: 'one', title: '0', description: '0' }, children: {} }])
  }
  for (const moment of moments(2)) {
    const { sent, answered } = await writeUntilKilled(putRecord, next, moment)
    await using store = await startEmulator({ data: folder })
    const text = await read(store, '/API/V3/UserGroups/one')
    const [title, description] = ['title', 'description'].map((name) => Number(new RegExp(`<${name}>(\\d+)<`).exec(text)?.[1]))

    expect(title).toBe(description)
    expect(title).toBeGreaterThanOrEqual(answered.at(-1) ?? 0)
    expect(title).toBeLessThanOrEqual(sent.at(-1) ?? 0)
    next = (sent.at(-1) ?? next) + 1
  }

  expect(next).toBeGreaterThan(rounds)
})

test(`killed ${rounds} times in the middle of a file PUT: no file is half, and no bytes are left over`, { timeout: 200_000 }, async () => {
  let next = 1
  let before = '404'
  for (const moment of moments(3)) {
    const { sent, answered } = await writeUntilKilled(putFile, next, moment)
    await using store = await startEmulator({ data: folder })
    const text = await read(store, '/files/shop/images/items/one.txt')
    const isThere = text.length === fileSize
    const letters = sent.map((number) => String.fromCodePoint(97 + (number % 26)))
    const possible = answered.length > 0 ? letters.slice(-2) : [...letters.slice(-1), before]

    expect(possible.map((letter) => letter.repeat(letter === '404' ? 1 : fileSize))).toContain(isThere ? text : text.slice(0, 3))
    expect(readdirSync(join(folder, 'blobs', 'kept')).length).toBe(isThere ? 1 : 0)
    expect(readdirSync(join(folder, 'blobs', 'arriving'))).toEqual([])
    next = (sent.at(-1) ?? next) + 1
    before = isThere ? (text[0] ?? '') : '404'
  }

  expect(next).toBeGreaterThan(1)
})
