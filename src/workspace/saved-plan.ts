import { createReadStream } from 'node:fs'
import { realpath, stat, writeFile } from 'node:fs/promises'
import { replaceInPieces } from '../files/replace-whole.ts'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { type FileText, formatPlanFile, parsePlanFile, parsePlanToApply, parseShownPlan } from '../plan/plan-file.ts'
import type { Plan, ShownPlan } from '../plan/plan.ts'
import { onPlanCount } from './plan-progress.ts'
import type { OnProgress } from './progress.ts'

const blockCharacters = 65_536
/** A plan has prices and addresses that are not public yet. */
const privateMode = 0o600

/**
 * Reads a plan file by its path. Throws `file-unreadable`, and `plan-file-broken` for a file that is damaged, edited or not a plan.
 *
 * @example
 * const saved = await readPlanFile('plan.json')
 */
export async function readPlanFile(path: string, options: { readonly onProgress?: OnProgress } = {}): Promise<Plan> {
  return readChecked(path, (text) => parsePlanFile(text, onPlanCount(options.onProgress)))
}

/** As `readPlanFile`, with what is shown of the plan alone. */
export async function readShownPlan(path: string, options: { readonly onProgress?: OnProgress } = {}): Promise<ShownPlan> {
  return readChecked(path, (text) => parseShownPlan(text, onPlanCount(options.onProgress)))
}

/** As `readPlanFile`, for a plan that is applied and not shown (`parsePlanToApply`). */
export async function readPlanToApply(path: string, options: { readonly onProgress?: OnProgress } = {}): Promise<Plan> {
  return readChecked(path, (text) => parsePlanToApply(text, onPlanCount(options.onProgress)))
}

async function readChecked<P>(path: string, parse: (text: FileText) => Promise<P>): Promise<P> {
  try {
    return await parse(createReadStream(path))
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause
    throw new OperationalError('file-unreadable', `Cannot read the plan ${path} (${systemCodeOf(cause)}).`, {
      fix: 'Create one with `planogram plan --out <file>`.',
      cause,
    })
  }
}

/**
 * Saves a plan to a path as JSON: replaces a file whole or not at all; a pipe or a device is written to. Only the user who saves it can
 * read the file. Throws `file-unwritable`.
 *
 * @example
 * await writePlanFile(await plan({ catalogue, store }), 'plan.json')
 */
export async function writePlanFile(plan: Plan, path: string, { onProgress }: { readonly onProgress?: OnProgress } = {}): Promise<void> {
  const blocks = planFileBlocks(plan, { onLines: (lines) => onProgress?.({ kind: 'saving-plan', lines }) })
  try {
    const there = await stat(path).catch(() => null)
    if (there === null) replaceInPieces(path, blocks, privateMode)
    else if (there.isFile()) replaceInPieces(await realpath(path), blocks, privateMode)
    else await writeFile(path, blocks)
  } catch (cause) {
    throw new OperationalError('file-unwritable', `Cannot write the plan to ${path} (${systemCodeOf(cause)}).`, {
      fix: 'Name a file in a folder that exists and is writable.',
      cause,
    })
  }
}

/**
 * The text of a plan file in blocks of about 64 KiB, so that each write to a disk or a pipe is worth its call. `onLines` is told before
 * each block how many lines there are so far; `toText` is that of `formatPlanFile`.
 */
export function* planFileBlocks(
  plan: Plan,
  { onLines, toText }: { readonly onLines?: (lines: number) => void; readonly toText?: (json: string) => string } = {},
): Generator<string, void> {
  let block: string[] = []
  let [characters, lines] = [0, 0]
  for (const piece of formatPlanFile(plan, toText)) {
    block.push(piece)
    characters += piece.length
    if (piece.includes('\n')) lines += 1
    if (characters < blockCharacters) continue
    onLines?.(lines)
    yield block.join('')
    block = []
    characters = 0
  }
  if (characters > 0) yield block.join('')
}
