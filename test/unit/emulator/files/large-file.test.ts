import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { basic } from '../store-request.ts'
import { isWhole } from '../../../support/whole.ts'

const gibibyte = 1024 ** 3
const piece = Buffer.alloc(65_536, 'a picture that is far too large ')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-large-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * The built store in a process of its own, as a user runs it, that tells its address, and at its end the most memory that it held,
 * in KiB. `maxRSS` of a child counts what its parent held at the fork, so Linux is asked for this program alone.
 */
function program(data: string): string {
  const module = new URL('../../../../dist/emulator/start-emulator.js', import.meta.url).href
  return `
    import { existsSync, readFileSync } from 'node:fs'
    import { startEmulator } from ${JSON.stringify(module)}
    const store = await startEmulator({ key: 'large-key', data: ${JSON.stringify(data)} })
    console.log(store.filesUrl + '/' + store.site)
    process.on('SIGTERM', async () => {
      await store.close()
      const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
      console.log(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS)
    })`
}

async function answered(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  const [answer] = await once(sent, 'response')
  return answer as IncomingMessage
}

async function transfer(size: number): Promise<{ status: number; bytes: number; same: boolean; mebibytes: number }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(join(folder, 'data'))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const site = String((await lines.next()).value)
  const headers = { authorization: basic('large-key') }
  const [sentHash, gotHash] = [createHash('sha256'), createHash('sha256')]

  const put = request(`${site}/images/items/large.bin`, { method: 'PUT', headers: { ...headers, 'content-length': size } })
  const kept = answered(put)
  const pieces = Array.from({ length: size / piece.length }, () => piece)
  await pipeline(
    Readable.from(pieces),
    async function* hashed(chunks) {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        sentHash.update(chunk)
        yield chunk
      }
    },
    put,
  )
  const { statusCode = 0 } = (await kept).resume()

  let bytes = 0
  const get = request(`${site}/images/items/large.bin`, { headers })
  get.end()
  for await (const chunk of (await answered(get)) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    gotHash.update(chunk)
  }
  child.kill('SIGTERM')
  const mebibytes = Number((await lines.next()).value) / 1024
  return { status: statusCode, bytes, same: sentHash.digest('hex') === gotHash.digest('hex'), mebibytes }
}

test(`a file of ${isWhole ? '1 GiB' : '64 MiB'} goes up and down whole, in less than 200 MiB of memory`, { timeout: 120_000 }, async () => {
  const size = isWhole ? gibibyte : gibibyte / 16

  const { mebibytes, ...seen } = await transfer(size)

  console.log(`a file of ${size / 1024 ** 2} MiB took ${Math.round(mebibytes)} MiB of memory`)
  expect(seen).toEqual({ status: 201, bytes: size, same: true })
  expect(mebibytes).toBeLessThan(200)
  expect(mebibytes).toBeGreaterThan(20)
})
