import type { ApplyEvent } from '../apply/events.ts'
import { exitCodes, OperationalError } from '../errors.ts'
import { applyEventJson } from '../report/apply-json.ts'
import { jsonText } from '../report/json-text.ts'
import type { Output } from './surroundings.ts'

/**
 * Runs an apply whose events are lines of JSON on stdout. The last line is always `result`, with the exit code and, where the command fails,
 * the error; only a process that is killed, or ended by a second Ctrl-C, writes none.
 */
export async function withApplyLines(stdout: Output, work: (onEvent: (event: ApplyEvent) => void) => Promise<number>): Promise<number> {
  const write = (value: object): Promise<void> => new Promise((done) => stdout.write(`${jsonText(value)}\n`, () => done()))
  try {
    const exitCode = await work((event) => void write(applyEventJson(event)))
    await write({ type: 'result', exit_code: exitCode, error: null })
    return exitCode
  } catch (error) {
    const isExpected = error instanceof OperationalError
    const failure = isExpected
      ? { code: error.code, message: error.message, fix: error.fix }
      : { code: 'internal', message: String(error), fix: null }
    await write({ type: 'result', exit_code: isExpected ? error.exitCode : exitCodes.error, error: failure })
    throw error
  }
}
