import { countOf, formatCount } from '../report/amounts.ts'
import { countOfKind } from '../report/kinds.ts'
import type { OnProgress, Progress } from '../workspace/progress.ts'
import type { ProgramOutput } from './program-output.ts'
import type { Surroundings } from './surroundings.ts'

/** The progress of long work on stderr. */
export interface ProgressLine extends Disposable {
  readonly onProgress: OnProgress
}

/** How often the line of a terminal is updated. */
const terminalMs = 100
/** A log keeps every line: the first one is printed when the work takes this long, and the next ones at this interval. */
const firstInLogMs = 2_000
const logMs = 5_000
const clearLine = '\r\u001B[K'

/**
 * Shows progress: in a terminal one line, there from the first report on, updated in place and cleared at the end; elsewhere a line
 * every few seconds. Nothing with `--quiet`. Dispose of it before anything else is printed.
 */
export function startProgressLine(output: ProgramOutput, { now, stderr, env }: Surroundings): ProgressLine {
  const isLive = stderr.isTTY === true && env['TERM'] !== 'dumb'
  let due = now().getTime() + (isLive ? 0 : firstInLogMs)
  let isShown = false
  let isEnded = false
  return {
    onProgress: (progress) => {
      const at = now().getTime()
      if (at < due || isEnded) return
      due = at + (isLive ? terminalMs : logMs)
      const text = progressText(progress)
      output.note(isLive ? `${clearLine}${text.slice(0, (stderr.columns ?? 80) - 1)}` : `${text}\n`)
      isShown = true
    },
    [Symbol.dispose]: () => {
      isEnded = true
      if (isLive && isShown) output.note(clearLine)
    },
  }
}

/** One line: "Reading the store: 4,000 products". */
export function progressText(progress: Progress): string {
  switch (progress.kind) {
    case 'reading-catalogue':
      return `Reading the catalogue: ${countOf(progress.documents, 'document')}, ${countOf(progress.products, 'product')}`
    case 'reading-store':
      return `Reading the store: ${countOfKind(progress.records, progress.resource)}`
    case 'reading-files':
      return `Reading the store: ${countOf(progress.files, 'picture')}`
    case 'comparing':
      return `Comparing: ${countOfKind(progress.records, progress.resource)}`
    case 'planning':
      return `Planning: ${countOf(progress.changes, 'change')}`
    case 'resizing':
      return `Resizing pictures: ${formatCount(progress.done)} of ${formatCount(progress.all)}`
    default:
      return progress satisfies never
  }
}
