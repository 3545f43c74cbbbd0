import { render } from 'ink'
import type { ApplyEvent, OperationFailure } from '../apply/events.ts'
import { failedRequestLine, failureLine, groupFailures } from '../report/failure-lines.ts'
import type { Line } from '../report/line.ts'
import { failuresShown, followApply, noProgress } from '../report/progress.ts'
import { colourTheme, type Theme } from '../report/theme.ts'
import type { TerminalInput } from './key-names.ts'
import { ProgressScreen, type ProgressSource } from './progress-screen.tsx'

/** The input of a progress display. `stdout` must be a terminal: check that before importing this file. */
export interface ProgressInput {
  readonly stdout: NodeJS.WritableStream
  readonly stderr?: NodeJS.WritableStream
  readonly stdin: TerminalInput
  readonly planHash: string
  readonly store: string
  /** Called on every Ctrl-C. */
  readonly onInterrupt: () => void
  /** Defaults to the sixteen colours. */
  readonly theme?: Theme
  /** A monotonic clock; defaults to that of the machine. */
  readonly nowMs?: () => number
}

/** The display of one apply; it receives the events of the apply. */
export interface ProgressDisplay {
  readonly onEvent: (event: ApplyEvent) => void
  /** Draws the last state, which remains on the screen, and restores the terminal. */
  readonly finish: () => Promise<void>
}

/**
 * Shows an apply while it runs: a bar for each stage, rate and time left, and the first failures above them. Not on the alternate screen, so
 * that everything remains in the scrollback. Set `NODE_ENV` to `production` before importing this file.
 */
export function startProgress(input: ProgressInput): ProgressDisplay {
  const { stdout, stderr, stdin, planHash, store, onInterrupt, theme = colourTheme, nowMs = () => performance.now() } = input
  let progress = noProgress
  const notes: Line[] = []
  const pending: OperationFailure[] = []
  const left = { failures: failuresShown, requests: failuresShown }
  // The failures of one request are events in a row; they are one line.
  const addFailures = (): void => {
    const groups = groupFailures(pending.splice(0)).slice(0, left.failures)
    left.failures -= groups.length
    notes.push(...groups.map(failureLine))
  }
  const source: ProgressSource = {
    head: { store, planHash },
    progress: () => progress,
    notes: () => {
      addFailures()
      return notes
    },
    nowMs,
    onInterrupt,
    hasKeys: 'isTTY' in stdin && stdin.isTTY === true,
    theme,
  }
  // Ink turns raw mode on after the first frame: the terminal would echo a key that is typed before.
  if (source.hasKeys) stdin.setRawMode?.(true)
  const app = render(<ProgressScreen source={source} />, {
    stdout,
    stdin,
    ...(stderr === undefined ? {} : { stderr }),
    incrementalRendering: true,
    exitOnCtrlC: false,
    // No code of this program writes to the console.
    patchConsole: false,
    interactive: true,
  })
  return {
    onEvent(event) {
      progress = followApply(progress, event, nowMs())
      if (event.type === 'operation-failed') {
        pending.push(event.failure)
        return
      }
      addFailures()
      if (event.type !== 'request-failed' || event.reason === 'busy' || left.requests === 0) return
      left.requests -= 1
      notes.push(failedRequestLine(event))
    },
    async finish() {
      app.rerender(<ProgressScreen source={{ ...source }} />)
      await app.waitUntilRenderFlush()
      app.unmount()
      await app.waitUntilExit()
      if (source.hasKeys) stdin.setRawMode?.(false)
    },
  }
}
