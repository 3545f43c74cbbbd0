import { hash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../catalogue/config/config.ts'
import type { Plan } from '../../plan/plan.ts'
import { shopNow } from '../../pricing/shop-time.ts'
import { byCode } from '../../source/by-code.ts'
import type { KnownAnswer } from '../../store/answer-log.ts'
import { documentCache } from '../document-cache.ts'
import type { Environment } from '../environment.ts'
import { type FileMark, isSameCatalogue, isSameState } from './file-marks.ts'
import { readSealedText, writeSealedText } from './sealed-bytes.ts'

/** A plan that found nothing to do, with everything that it was made from (docs/decisions/051-remembered-plan.md). */
export interface PlanRecord {
  /** `inputsOf` the command. */
  readonly inputs: string
  readonly config: Config
  /** The config and what else is read besides the catalogue, from the root. */
  readonly besides: readonly string[]
  readonly files: readonly FileMark[]
  readonly state: FileMark
  /** When the catalogue was read. */
  readonly readAt: string
  /** `Catalogue.judgedUntil`. */
  readonly judgedUntil: string | null
  readonly answers: readonly KnownAnswer[]
  readonly plan: Plan
  /** What the command printed of the catalogue, and how it prints the plan: its own form. */
  readonly shown: unknown
}

/** Where a plan is made: a command in a folder of a catalogue, at a time. */
export interface PlanPlace {
  readonly root: string
  readonly env: Environment
  /** What was typed, and where. */
  readonly command: readonly string[]
  readonly now: Date
  /** Identifies the program; default: its version and build. */
  readonly program?: string
}

/** A plan is compared as a whole at least once a day. */
const longestMs = 86_400_000
/** One for each command that is used in turn, such as those for several stores. */
const mostRecords = 8

/** Reads the plan that is remembered in a catalogue, where it was made from the same files, state, environment and build, and still holds. */
export function readPlanRecord(place: PlanPlace): PlanRecord | null {
  const { secret } = documentCache(place.root, place.env)
  const text = readSealedText(fileOf(place), secret)
  if (text === null) return null
  const record: unknown = JSON.parse(text)
  return isPlanRecord(record) && holds(record, place) ? record : null
}

/** Remembers a plan; without a secret of the user (`documentCache`) nothing is. */
export function writePlanRecord(record: PlanRecord, place: PlanPlace): void {
  const secret = documentCache(place.root, place.env).secret()
  if (secret === null) return
  const file = fileOf(place)
  writeSealedText(file, JSON.stringify(record), secret)
  removeOldest(dirname(file))
}

/** A digest of what decides a plan besides files and the store: the program, the command line, the folder and all variables. */
export function inputsOf({ root, env, command, program }: PlanPlace): string {
  const { folder, version } = documentCache(root, env)
  const variables = Object.entries(env).toSorted(([left], [right]) => byCode(left, right))
  return hash('sha256', JSON.stringify([program ?? version, process.version, process.arch, folder, root, command, variables]))
}

/** The file of a command, beside the cached documents. */
function fileOf({ root, env, command }: PlanPlace): string {
  const name = hash('sha256', JSON.stringify(command)).slice(0, 16)
  return join(dirname(documentCache(root, env).folder), 'plans', `${name}.bin`)
}

function removeOldest(folder: string): void {
  try {
    const files = readdirSync(folder).map((name) => join(folder, name))
    const times = new Map(files.map((file) => [file, statSync(file).mtimeMs]))
    const byTime = files.toSorted((left, right) => (times.get(right) ?? 0) - (times.get(left) ?? 0))
    for (const file of byTime.slice(mostRecords)) rmSync(file, { force: true })
  } catch {
    // Another plan removes them at the same time, or the next one does.
  }
}

/** Only this build writes a record with these inputs under the secret of the user. */
function isPlanRecord(value: unknown): value is PlanRecord {
  return typeof value === 'object' && value !== null && 'inputs' in value && 'shown' in value
}

function holds(record: PlanRecord, place: PlanPlace): boolean {
  const { inputs, config, readAt, judgedUntil, files, besides, state } = record
  const age = place.now.getTime() - new Date(readAt).getTime()
  return (
    inputs === inputsOf(place) &&
    age >= 0 &&
    age <= longestMs &&
    (judgedUntil === null || !shopNow(place.now, config.timezone).isPast(judgedUntil)) &&
    isSameState(state, join(place.root, config.state)) &&
    isSameCatalogue(files, place.root, { besides, as: 'bytes' })
  )
}
