import { Readable, type Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { constants, createGunzip, createZstdCompress, createZstdDecompress, zstdCompressSync } from 'node:zlib'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { parsePlanFile, parsePlanToApply } from '../plan/plan-file.ts'
import type { Plan } from '../plan/plan.ts'

/** Characters of text that are compressed at a time: a longer text stays in memory until all objects are collected. */
const pieceLength = 100_000

/** Passing a text of no more pieces to a thread takes longer than compressing it. */
const fewPieces = 10

/** Level 1 takes a seventh of the time of gzip, for three fifths of its bytes. The checksum finds what is damaged in the state. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

/**
 * The text of a plan file, compressed: one frame of Zstandard. The pieces of a long text are compressed in a thread while the text of the next
 * one is made; meanwhile the process can be interrupted.
 */
export async function packPlan(text: Iterable<string>): Promise<Uint8Array> {
  const pieces = piecesOf(text)
  const first: string[] = []
  while (first.length < fewPieces) {
    const next = pieces.next()
    if (next.done === true) return zstdCompressSync(first.join(''), options)
    first.push(next.value)
  }
  const compressor = openCompressor()
  for (const piece of first) await compressor.add(piece)
  let before = Promise.resolve()
  for (const piece of pieces) {
    await before
    before = compressor.add(piece)
  }
  await before
  return compressor.end()
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

/** Compresses pieces in a thread, one at a time, into few large buffers, which the system gets back: many small ones stay with the allocator. */
interface Compressor {
  /** Resolves when the piece is compressed; call it no earlier for the next one. */
  readonly add: (piece: string) => Promise<void>
  readonly end: () => Promise<Uint8Array>
}

function openCompressor(): Compressor {
  const stream = createZstdCompress(options)
  const ended = finished(stream)
  // Who adds a piece gets the error.
  ended.catch(() => undefined)
  let input = Buffer.alloc(0)
  let [output, used]: [Buffer, number] = [Buffer.alloc(0), 0]
  stream.on('data', (bytes: Buffer) => {
    output = withRoom(output, used, bytes.length)
    output.set(bytes, used)
    used += bytes.length
  })
  return {
    add(piece) {
      const size = Buffer.byteLength(piece)
      if (size > input.length) input = Buffer.allocUnsafeSlow(2 * size)
      const bytes = input.subarray(0, input.write(piece))
      return new Promise((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
    },
    async end() {
      stream.end()
      await ended
      return output.subarray(0, used)
    },
  }
}

/** A buffer of more than 32 MB is memory of its own in any allocator, of which only what is used counts; it is given back at once. */
const manyBytes = 64 << 20

/** The bytes in a buffer with room for so many more. */
function withRoom(bytes: Buffer, used: number, more: number): Buffer {
  if (used + more <= bytes.length) return bytes
  const larger = Buffer.allocUnsafeSlow(used === 0 ? Math.max(1 << 16, more) : Math.max(manyBytes, 2 * (used + more)))
  larger.set(bytes.subarray(0, used))
  return larger
}

/** The plan in bytes of `packPlan`. Rejects with `plan-file-broken`, and with `state-broken` for other bytes. */
export async function unpackPlan(bytes: Uint8Array): Promise<Plan> {
  return parsePlanFile(packedPlanText(bytes))
}

/** As `unpackPlan`, for a plan that is applied and not shown (`parsePlanToApply`). */
export async function unpackPlanToApply(bytes: Uint8Array): Promise<Plan> {
  return parsePlanToApply(packedPlanText(bytes))
}

/** The text of the plan file in bytes of `packPlan`, of whatever format, in pieces. Rejects with `state-broken` for other bytes. */
export async function* packedPlanText(bytes: Uint8Array): AsyncGenerator<string, void> {
  const text = Readable.from([bytes]).pipe(decompressor(bytes)).setEncoding('utf8')
  try {
    for await (const piece of text) yield String(piece)
  } catch (cause) {
    throw new OperationalError('state-broken', `The plan of a run in the state is damaged (${systemCodeOf(cause)}).`, {
      fix: 'Restore a backup of the state, or move it away to start with an empty one; `planogram state check` lists what is damaged.',
      cause,
    })
  }
}

/** An older planogram wrote gzip, whose first byte no frame of Zstandard has. */
function decompressor([first]: Uint8Array): Transform {
  return first === 0x1f ? createGunzip() : createZstdDecompress()
}
