import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip, gzipSync, type ZlibOptions } from 'node:zlib'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { parsePlanFile } from '../plan/plan-file.ts'
import type { Plan } from '../plan/plan.ts'

/** Characters of text that are compressed at a time: a plan is longer than a string can be. */
const pieceLength = 1_000_000

/**
 * The text of a plan file, compressed: gzip members one after another. A long member is compressed in a thread while the text of the next
 * one is made; meanwhile the process can be interrupted.
 */
export async function packPlan(text: Iterable<string>): Promise<Uint8Array> {
  // Few large buffers, which the system gets back: many small ones stay with the allocator.
  let input = Buffer.alloc(0)
  let [output, used]: [Buffer, number] = [Buffer.alloc(0), 0]
  async function pack(piece: string): Promise<void> {
    const size = Buffer.byteLength(piece)
    if (size > input.length) input = Buffer.allocUnsafeSlow(2 * size)
    const member = await compressed(input.subarray(0, input.write(piece)))
    output = withRoom(output, used, member.length)
    output.set(member, used)
    used += member.length
  }
  let before = Promise.resolve()
  for (const piece of piecesOf(text)) {
    await before
    before = pack(piece)
  }
  await before
  return output.subarray(0, used)
}

function* piecesOf(text: Iterable<string>): Generator<string, void> {
  let parts: string[] = []
  let length = 0
  for (const part of text) {
    parts.push(part)
    length += part.length
    if (length < pieceLength) continue
    yield parts.join('')
    parts = []
    length = 0
  }
  if (length > 0) yield parts.join('')
}

const compressInThread: (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer> = promisify(gzip)

/** Compressing a text that is shorter than a piece takes less time than passing it to a thread. */
function compressed(bytes: Uint8Array): Buffer | Promise<Buffer> {
  const options = { chunkSize: memberBytes }
  return bytes.length < pieceLength ? gzipSync(bytes, options) : compressInThread(bytes, options)
}

/** As many as most members have, so that each is made in one or two buffers. */
const memberBytes = 64 * 1024

/** A buffer of more than 32 MB is memory of its own in any allocator, of which only what is used counts; it is given back at once. */
const manyBytes = 64 << 20

/** The bytes in a buffer with room for so many more. */
function withRoom(bytes: Buffer, used: number, more: number): Buffer {
  if (used + more <= bytes.length) return bytes
  const larger = Buffer.allocUnsafeSlow(used === 0 ? Math.max(memberBytes, more) : Math.max(manyBytes, 2 * (used + more)))
  larger.set(bytes.subarray(0, used))
  return larger
}

/** The plan in bytes of `packPlan`. Rejects with `plan-file-broken`, and with `state-broken` for other bytes. */
export async function unpackPlan(bytes: Uint8Array): Promise<Plan> {
  return parsePlanFile(packedPlanText(bytes))
}

/** The text of the plan file in bytes of `packPlan`, of whatever format, in pieces. Rejects with `state-broken` for other bytes. */
export async function* packedPlanText(bytes: Uint8Array): AsyncGenerator<string, void> {
  const text = Readable.from([bytes]).pipe(createGunzip()).setEncoding('utf8')
  try {
    for await (const piece of text) yield String(piece)
  } catch (cause) {
    throw new OperationalError('state-broken', `The plan of a run in the state is damaged (${systemCodeOf(cause)}).`, {
      fix: 'Restore a backup of the state, or move it away to start with an empty one; `planogram state check` lists what is damaged.',
      cause,
    })
  }
}
