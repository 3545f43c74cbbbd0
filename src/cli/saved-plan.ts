import { createReadStream } from 'node:fs'
import { realpath, stat, writeFile } from 'node:fs/promises'
import { replaceInPieces } from '../files/replace-whole.ts'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { formatPlanFile, parsePlanFile } from '../plan/plan-file.ts'
import type { Plan } from '../plan/plan.ts'
import type { ProgramOutput } from './program-output.ts'

const blockCharacters = 65_536

/** Reads a plan that `plan --out` saved. A file that is missing or not a plan is an `OperationalError`. */
export async function readPlanFile(path: string): Promise<Plan> {
  try {
    return await parsePlanFile(createReadStream(path))
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause
    throw new OperationalError('file-unreadable', `Cannot read the plan ${path} (${systemCodeOf(cause)}).`, {
      fix: 'Create one with `planogram plan --out <file>`.',
      cause,
    })
  }
}

/** Saves a plan: replaces a file whole or not at all; a pipe or a device is written to. */
export async function savePlan(plan: Plan, path: string): Promise<void> {
  const blocks = inBlocks(formatPlanFile(plan))
  try {
    const there = await stat(path).catch(() => null)
    if (there === null) replaceInPieces(path, blocks)
    else if (there.isFile()) replaceInPieces(await realpath(path), blocks)
    else await writeFile(path, blocks)
  } catch (cause) {
    throw new OperationalError('file-unwritable', `Cannot write the plan to ${path} (${systemCodeOf(cause)}).`, {
      fix: 'Name a file in a folder that exists and is writable.',
      cause,
    })
  }
}

/** Prints a plan as `savePlan` saves it. */
export async function printPlanFile(plan: Plan, output: ProgramOutput): Promise<void> {
  for (const block of inBlocks(formatPlanFile(plan))) await output.result(block)
}

/** Joins short pieces, so that each write to a disk or a pipe is worth its call. */
function* inBlocks(pieces: Iterable<string>): Generator<string, void> {
  let block: string[] = []
  let characters = 0
  for (const piece of pieces) {
    block.push(piece)
    characters += piece.length
    if (characters < blockCharacters) continue
    yield block.join('')
    block = []
    characters = 0
  }
  if (characters > 0) yield block.join('')
}
