import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openEmbeddedStore } from '../../src/workspace/embedded-store.ts'
import { planogram, startBuilt } from '../support/command-line.ts'
import { type EmbeddedProcess, startEmbedded } from '../support/start-embedded.ts'
import { shopFolder } from '../support/shop-folder.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-embedded-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The lock of a folder, with some members replaced. */
function editLock(folder: string, members: Readonly<Record<string, unknown>>): void {
  const file = join(folder, 'server.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...members }))
}

test('the copy of a catalogue has a store of its own while that of the original runs', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8.50 }\n' })
  const original = await startEmbedded(join(shop.root, '.planogram/emulator'))
  const copy = emptyFolder()
  cpSync(shop.root, copy, { recursive: true })

  const applied = await planogram(copy, ['apply', '--auto-approve'])
  const again = await planogram(copy, ['plan', '--detailed-exitcode'])

  expect([applied.exitCode, again.exitCode]).toEqual([0, 0])
  expect(await original.ask('count')).toBe(0)
})

test('three processes at once use one store: one runs it, the others connect', async () => {
  const folder = emptyFolder()

  const started = await Promise.all([1, 2, 3].map(() => startEmbedded(folder)))

  expect(started.filter(({ own }) => own)).toHaveLength(1)
  expect(new Set(started.map(({ url }) => url)).size).toBe(1)
  expect(await Promise.all(started.map((each, index) => each.ask(`write P${index}`)))).toEqual([
    expect.any(Number),
    expect.any(Number),
    expect.any(Number),
  ])
  expect(await started[0]?.ask('count')).toBe(3)
})

test('three callers in one process use one store too', async () => {
  const folder = emptyFolder()

  const opened = await Promise.all([1, 2, 3].map(() => openEmbeddedStore(folder)))

  expect(opened.filter(({ own }) => own)).toHaveLength(1)
  expect(new Set(opened.map(({ url }) => url)).size).toBe(1)
  for (const store of opened.toSorted((one, other) => Number(one.own) - Number(other.own))) await store.close()
})

test('when the owner is killed, its guests continue the store at the same address, one after the other', async () => {
  const folder = emptyFolder()
  const owner = await startEmbedded(folder)
  const guests = [await startEmbedded(folder), await startEmbedded(folder)]
  await owner.ask('write MUG')

  await owner.kill()
  const counts = await Promise.all(guests.map((guest) => guest.ask('count')))
  const uploaded = await guests[0]?.ask('upload images/items/a.png')
  await guests[0]?.kill()
  const last = await guests[1]?.ask('write TEE')
  const newcomer = await startEmbedded(folder)

  expect(counts).toEqual([1, 1])
  expect([uploaded, last]).toEqual([1, 2])
  expect([newcomer.own, newcomer.url, await newcomer.ask('count')]).toEqual([false, owner.url, 2])
})

test('when the owner closes the store, a guest continues it, and ends it when it ends itself', async () => {
  const folder = emptyFolder()
  const owner = await startEmbedded(folder)
  const guest = await startEmbedded(folder)

  const code = await owner.end()
  const counted = await guest.ask('write MUG')
  const guestCode = await guest.end()
  const after = await startEmbedded(folder)

  expect([code, counted, guestCode]).toEqual([0, 1, 0])
  expect([after.own, await after.ask('count')]).toEqual([true, 1])
})

test('a guest that continues the store ends it, however many of its requests were refused', async () => {
  const folder = emptyFolder()
  const owner = await startEmbedded(folder)
  const guest = await openEmbeddedStore(folder)

  await owner.kill()
  const continued = [await guest.whenRefused?.(), await guest.whenRefused?.()]
  await guest.close()
  const after = await openEmbeddedStore(folder)
  await after.close()

  expect(continued).toEqual([true, true])
  expect(after.own).toBe(true)
})

test('a guest that closes while it continues the store ends it, and continues it no more', async () => {
  const folder = emptyFolder()
  const owner = await startEmbedded(folder)
  const guest = await openEmbeddedStore(folder)

  await owner.kill()
  const continuing = guest.whenRefused?.()
  await guest.close()
  const continued = [await continuing, await guest.whenRefused?.()]
  const after = await openEmbeddedStore(folder)
  await after.close()

  expect(continued).toEqual([true, false])
  expect(after.own).toBe(true)
})

test('after a killed owner the next process takes its address again, so that guests of the killed one stay connected', async () => {
  const folder = emptyFolder()
  const owner = await startEmbedded(folder)
  const guest = await startEmbedded(folder)

  await owner.kill()
  const next = await startEmbedded(folder)

  expect([next.own, next.url]).toEqual([true, owner.url])
  expect(await guest.ask('write MUG')).toBe(1)
  expect(await next.ask('count')).toBe(1)
})

test('a guest whose store is now at another address gets one sentence', async () => {
  const folder = emptyFolder()
  const owner = await startEmbedded(folder)
  const guest = await startEmbedded(folder)

  await owner.kill()
  rmSync(join(folder, 'server.json'))
  const next = await startEmbedded(folder)
  const answers = [await guest.ask('count'), await guest.ask('write MUG'), await guest.ask('upload images/items/a.png')]

  const sentence = `The command that ran the embedded store (process ${owner.pid}) has ended.`
  expect(next.url).not.toBe(owner.url)
  expect(answers).toEqual([sentence, sentence, sentence])
})

test.each([
  ['another capability', 'deletes=shown'],
  ['other answers', 'text=trim'],
])('a guest of a store that was started with %s does not continue it as another store', async (_, turned) => {
  const folder = emptyFolder()
  const owner = startBuilt(['emulator', '--data', folder, '--switch', turned], { cwd: folder })
  const exited = once(owner, 'exit')
  onTestFinished(() => void owner.kill('SIGKILL'))
  await once(createInterface({ input: owner.stdout ?? process.stdin }), 'line')
  const guest = await startEmbedded(folder)

  owner.kill('SIGKILL')
  await exited
  const answer = await guest.ask('count')
  const next = await openEmbeddedStore(folder)

  expect([guest.own, answer]).toEqual([false, `The command that ran the embedded store (process ${owner.pid}) has ended.`])
  expect(next.own).toBe(true)
  await next.close()
})

test('a database that a process of another machine has open is named with that machine', async () => {
  const folder = realpathSync(emptyFolder())
  const owner = await startEmbedded(folder)
  editLock(folder, { host: 'build-7' })

  const refused = openEmbeddedStore(folder)

  await expect(refused).rejects.toMatchObject({
    code: 'file-unreadable',
    message: `The embedded store in ${folder} is open in process ${owner.pid} on build-7, which does not answer here.`,
  })
})

describe('a lock that names a running store', () => {
  const otherFolder = mkdtempSync(join(tmpdir(), 'planogram-embedded-'))
  let other: EmbeddedProcess
  const ends: (() => void)[] = []
  beforeAll(async () => {
    other = await startEmbedded(otherFolder, (kill) => void ends.push(kill))
  })
  afterAll(() => {
    for (const end of ends) end()
    rmSync(otherFolder, { recursive: true })
  })

  test.each([
    ['of another machine', { host: 'build-7' }],
    ['of another folder', { folder: '/somewhere/else' }],
    ['of a process that does not exist', { pid: 999_999_999 }],
    ['of another start of the store', { instance: '0123456789abcdef' }],
    ['of an older version', { instance: undefined, folder: undefined, pid: undefined }],
    ['of a version that did not note switches', { switches: undefined }],
  ])('%s is replaced', async (_, members) => {
    const folder = realpathSync(emptyFolder())
    const mine = await openEmbeddedStore(folder)
    const lock = readFileSync(join(folder, 'server.json'), 'utf8')
    await mine.close()
    writeFileSync(join(folder, 'server.json'), lock)
    editLock(folder, { url: other.url, pid: other.pid, ...members })

    const opened = await openEmbeddedStore(folder)

    expect([opened.own, opened.url === other.url, opened.key]).toEqual([true, false, mine.key])
    await opened.close()
  })
})

test('a lock that came with a checkout sends nothing to the address in it', async () => {
  const folder = realpathSync(emptyFolder())
  const mine = await openEmbeddedStore(folder)
  const lock = readFileSync(join(folder, 'server.json'), 'utf8')
  await mine.close()
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.url)
    response.end('{}')
  }).listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  writeFileSync(join(folder, 'server.json'), lock)
  editLock(folder, { url: `http://localhost:${port}` })

  const opened = await openEmbeddedStore(folder)

  expect([opened.own, seen]).toEqual([true, []])
  await opened.close()
})

test('a lock that this user cannot read is an error with what to do', async () => {
  const folder = realpathSync(emptyFolder())
  mkdirSync(join(folder, 'server.json'))

  const refused = openEmbeddedStore(folder)

  await expect(refused).rejects.toMatchObject({
    code: 'file-unreadable',
    message: `${join(folder, 'server.json')} cannot be read (EISDIR).`,
  })
})
