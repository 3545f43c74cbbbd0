import type { ApplyEvent } from '../apply/events.ts'
import { exitCodes, OperationalError } from '../errors.ts'
import { applyEventJson } from '../report/apply-json.ts'
import { jsonText } from '../report/json-text.ts'
import type { Surroundings } from './surroundings.ts'

type OnSignal = Surroundings['onSignal']

/** What an apply whose events are lines uses in place of its surroundings. */
export interface ApplyLines {
  readonly onEvent: (event: ApplyEvent) => void
  readonly onSignal: OnSignal
}

/**
 * Runs an apply whose events are lines of JSON on stdout. The last line is always `result`, with the exit code and, where the command fails,
 * the error, also where a signal ends it outside of a run; only a process that is killed, or ended by a second Ctrl-C, writes none.
 */
export async function withApplyLines(
  { stdout, onSignal, abandon }: Pick<Surroundings, 'stdout' | 'onSignal' | 'abandon'>,
  work: (lines: ApplyLines) => Promise<number>,
): Promise<number> {
  const write = (value: object): Promise<void> => new Promise((done) => stdout.write(`${jsonText(value)}\n`, () => done()))
  let ended: Promise<void> | undefined
  const end = (exitCode: number, error: object | null): Promise<void> => (ended ??= write({ type: 'result', exit_code: exitCode, error }))
  const unheard = endUnheard(onSignal, async (exitCode) => {
    await end(exitCode, null)
    abandon(exitCode)
  })
  try {
    const exitCode = await work({ onEvent: (event) => void write(applyEventJson(event)), onSignal: unheard.onSignal })
    await end(exitCode, null)
    return exitCode
  } catch (error) {
    const isExpected = error instanceof OperationalError
    const failure = isExpected
      ? { code: error.code, message: error.message, fix: error.fix }
      : { code: 'internal', message: String(error), fix: null }
    await end(isExpected ? error.exitCode : exitCodes.error, failure)
    throw error
  } finally {
    unheard.stop()
  }
}

/** Calls `end` at a signal that nobody of `onSignal` listens to, which would end the process; a second one does so. */
function endUnheard(onSignal: OnSignal, end: (exitCode: number) => Promise<void>): { readonly onSignal: OnSignal; stop(): void } {
  let listeners = 0
  const stop = onSignal((signal) => {
    if (listeners > 0) return
    stop()
    void end(signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted)
  })
  return {
    stop,
    onSignal: (listener) => {
      listeners += 1
      const off = onSignal(listener)
      return () => {
        listeners -= 1
        off()
      }
    },
  }
}
