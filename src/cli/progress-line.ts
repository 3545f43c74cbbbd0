import { countOf, formatCount } from '../report/amounts.ts'
import { countOfKind } from '../report/kinds.ts'
import type { OnProgress, Progress } from '../workspace/progress.ts'
import type { ProgramOutput } from './program-output.ts'
import type { Surroundings } from './surroundings.ts'

/** The progress of long work on stderr. */
export interface ProgressLine extends Disposable {
  readonly onProgress: OnProgress
}

/** Milliseconds from the start to the first report, and between two reports; less before the first one of a stage. */
interface Pace {
  readonly first: number
  readonly knownStage: number
  readonly newStage: number
}

const terminalPace: Pace = { first: 0, knownStage: 100, newStage: 0 }
/** A log keeps every line, so that short work prints none. */
const logPace: Pace = { first: 2_000, knownStage: 5_000, newStage: 1_000 }
const clearLine = '\r\u001B[K'

/**
 * Shows progress: in a terminal one line, there from the first report on, updated in place and cleared at the end; elsewhere a line
 * every few seconds. Nothing with `--quiet`. Dispose of it before anything else is printed.
 */
export function startProgressLine(output: ProgramOutput, { now, stderr, env }: Surroundings): ProgressLine {
  const isLive = stderr.isTTY === true && env['TERM'] !== 'dumb'
  const pace = isLive ? terminalPace : logPace
  const startedAt = now().getTime()
  const shown = new Set<Progress['kind']>()
  let shownAt = startedAt
  let isEnded = false
  const isDue = (at: number, stage: Progress['kind']): boolean => {
    if (shown.size === 0) return at - startedAt >= pace.first
    return at - shownAt >= (shown.has(stage) ? pace.knownStage : pace.newStage)
  }
  return {
    onProgress: (progress) => {
      const at = now().getTime()
      if (isEnded || !isDue(at, progress.kind)) return
      shown.add(progress.kind)
      shownAt = at
      const text = progressText(progress)
      output.note(isLive ? `${clearLine}${text.slice(0, (stderr.columns ?? 80) - 1)}` : `${text}\n`)
    },
    [Symbol.dispose]: () => {
      if (isLive && shown.size > 0 && !isEnded) output.note(clearLine)
      isEnded = true
    },
  }
}

/** One line: "Reading the store: 4,000 products". */
function progressText(progress: Progress): string {
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
    case 'downloading':
      return `Downloading pictures: ${formatCount(progress.done)} of ${formatCount(progress.all)}`
    case 'checking':
      return `Checking the result: ${countOf(progress.documents, 'document')}, ${countOf(progress.products, 'product')}`
    case 'resizing':
      return `Resizing pictures: ${formatCount(progress.done)} of ${formatCount(progress.all)}`
    default:
      return progress satisfies never
  }
}
