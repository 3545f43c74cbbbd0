import { render } from 'ink'
import type { ApplyEvent } from '../apply/events.ts'
import { type Failure, failureOf, followApply, noProgress } from '../report/progress.ts'
import { colourTheme, type Theme } from '../report/theme.ts'
import { ProgressScreen, type ProgressSource } from './progress-screen.tsx'

/** What a progress display needs. `stdout` must be a terminal; decide that before this file is imported. */
export interface ProgressInput {
  readonly stdout: NodeJS.WritableStream
  readonly stderr?: NodeJS.WritableStream
  readonly stdin: NodeJS.ReadableStream
  readonly planHash: string
  readonly store: string
  /** Called on every Ctrl-C. */
  readonly onInterrupt: () => void
  /** Defaults to the sixteen colours. */
  readonly theme?: Theme
  /** A clock that only goes forward; defaults to the machine's. */
  readonly nowMs?: () => number
}

/** The display of one apply, to be fed with its events. */
export interface ProgressDisplay {
  readonly onEvent: (event: ApplyEvent) => void
  /** Draws the last state, keeps it on the screen, and restores the terminal. */
  readonly finish: () => Promise<void>
}

/**
 * Shows an apply while it runs: a bar per stage, rate and time left, and failed steps above, where they stay. Not on the alternate
 * screen, so that all of it can be read afterwards. Set `NODE_ENV` to `production` before importing this file.
 */
export function startProgress(input: ProgressInput): ProgressDisplay {
  const { stdout, stderr, stdin, planHash, store, onInterrupt, theme = colourTheme, nowMs = () => performance.now() } = input
  let progress = noProgress
  const failures: Failure[] = []
  const source: ProgressSource = {
    head: { store, planHash },
    progress: () => progress,
    failures: () => failures,
    nowMs,
    onInterrupt,
    hasKeys: 'isTTY' in stdin && stdin.isTTY === true,
    theme,
  }
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
      const failure = failureOf(event)
      if (failure) failures.push(failure)
    },
    async finish() {
      app.rerender(<ProgressScreen source={{ ...source }} />)
      await app.waitUntilRenderFlush()
      app.unmount()
      await app.waitUntilExit()
    },
  }
}
