import type { RunRecord } from '../apply/run-record.ts'
import { harmlessJson, jsonText } from './json-text.ts'

/** The version of the JSON that `runs` prints. */
const formatVersion = '1'

/** Runs as the JSON of `planogram runs`, the latest first. */
export function runsJson(runs: readonly RunRecord['run'][]): string {
  return `${jsonText({ format_version: formatVersion, runs: runs.map(runValue) }, 2)}\n`
}

/**
 * A run as the JSON of `runs show` and `runs export`, in pieces: the run, its plan file (`null` where the state has none), operations and
 * attempts. `plan` is the text of the plan file.
 */
export async function* runJson(
  { run, operations, attempts }: Pick<RunRecord, 'run' | 'operations' | 'attempts'>,
  plan: AsyncIterable<string> | null,
): AsyncGenerator<string, void> {
  yield `{"format_version": ${jsonText(formatVersion)},\n"run": ${jsonText(runValue(run))},\n"plan": `
  if (plan === null) yield 'null'
  else for await (const piece of plan) yield harmlessJson(piece)
  yield `,\n"operations": ${listText(operations.map(operationValue))},\n"attempts": ${listText(attempts.map(attemptValue))}}\n`
}

function listText(values: readonly object[]): string {
  return values.length === 0 ? '[]' : `[\n${values.map((value) => jsonText(value)).join(',\n')}\n]`
}

function runValue({ id, store, planHash, startedAt, endedAt, outcome, overrides, counts, undoes }: RunRecord['run']): object {
  return { id, store, plan_hash: planHash, started_at: startedAt, ended_at: endedAt, outcome, overrides, counts, undoes }
}

function operationValue({ id, step, outcome, seen, message, attempts }: RunRecord['operations'][number]): object {
  return { id, step, outcome, seen, message, attempts }
}

function attemptValue({ number, step, operations, sentAt, settlesAt, answeredAt, answer, message }: RunRecord['attempts'][number]): object {
  return { number, step, operations, sent_at: sentAt, settles_at: settlesAt, answered_at: answeredAt, answer, message }
}
