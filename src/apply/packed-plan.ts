import { createGunzip, gzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { parsePlanFile } from '../plan/plan-file.ts'
import type { Plan } from '../plan/plan.ts'

/** Bytes of text that are compressed at a time: a plan is longer than a string can be. */
const pieceLength = 1_000_000

/** The text of a plan file, compressed: gzip members one after another. */
export function packPlan(text: Iterable<string>): Uint8Array {
  const members: Uint8Array[] = []
  let piece: string[] = []
  let length = 0
  const pack = (): void => {
    if (piece.length > 0) members.push(gzipSync(piece.join('')))
    piece = []
    length = 0
  }
  for (const part of text) {
    piece.push(part)
    length += part.length
    if (length >= pieceLength) pack()
  }
  pack()
  return Buffer.concat(members)
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
