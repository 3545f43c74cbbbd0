import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, projectRoot, runBuilt } from './command-line.ts'

const recorder = join(projectRoot, 'test', 'support', 'record-loads.ts')

/** A run of the built program, with the lines of `record-loads.ts`. */
export interface RecordedRun extends Ended {
  readonly loads: readonly string[]
}

/** Runs the built program and records what it loads in the file `record`. */
export async function runRecorded(
  args: readonly string[],
  record: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RecordedRun> {
  const recording = { NODE_OPTIONS: `--import ${recorder}`, RECORD_LOADS: record }
  const ended = await runBuilt(args, { env: { ...process.env, ...env, ...recording } })
  return { ...ended, loads: readFileSync(record, 'utf8').split('\n') }
}
