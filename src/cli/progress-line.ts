import type { OnProgress, Progress } from '../workspace/progress.ts'
import { clearLine, hasLiveLine, shownOnLine } from './live-line.ts'
import type { ProgramOutput } from './program-output.ts'
import { stageText } from './stage-text.ts'
import { elapsedMsOf, type Output, type Surroundings } from './surroundings.ts'

/** The progress of long work on stderr. */
export interface ProgressLine extends Disposable {
  readonly onProgress: OnProgress
  /** Called about once a second: shows what was reported last, where it is due. */
  readonly tick: () => void
}

/** Where progress goes; `atMs` is the time on a clock that does not stop. */
interface ProgressOutput {
  show(progress: Progress, atMs: number): void
  end(atMs: number): void
}

const tickMs = 1_000

/**
 * Shows progress: in a terminal one line, there from the first report on, updated in place and cleared at the end; in a log, and in CI,
 * a line for each stage that takes long. Nothing with `--quiet`. Dispose of it before anything else is printed.
 */
export function startProgressLine(output: ProgramOutput, { stderr, env, ...clocks }: Surroundings): ProgressLine {
  const shown = hasLiveLine({ stderr, env }) ? liveLine(output, stderr) : logLines(output)
  const nowMs = (): number => elapsedMsOf(clocks)
  let last: Progress | undefined
  let isEnded = false
  const show = (): void => {
    if (last && !isEnded) shown.show(last, nowMs())
  }
  const ticking = setInterval(show, tickMs).unref()
  return {
    onProgress: (progress) => {
      last = progress
      show()
    },
    tick: show,
    [Symbol.dispose]: () => {
      clearInterval(ticking)
      if (!isEnded && last) shown.end(nowMs())
      isEnded = true
    },
  }
}

/** Milliseconds between two updates of the line of a terminal. */
const updateMs = 100

function liveLine(output: ProgramOutput, stderr: Output): ProgressOutput {
  let stage: string | undefined
  let shownAt = 0
  return {
    show: (progress, at) => {
      const next = stageOf(progress)
      if (stage === next && at - shownAt < updateMs) return
      stage = next
      shownAt = at
      output.note(shownOnLine(stageText(progress), stderr))
    },
    end: () => output.note(clearLine),
  }
}

/** A stage is shown at once, because its first step may take long; a large document and a part of a merge are stages of their own. */
function stageOf(progress: Progress): string {
  if (progress.kind === 'merging') return `${progress.kind} ${progress.part}`
  return 'large' in progress && progress.large ? `${progress.kind} ${progress.large.path}` : progress.kind
}

/** Milliseconds after which a stage is long enough for a line in a log, and until the next line of the same stage. */
const longStageMs = 2_000
const nextLineMs = 10_000

/** What goes on at the same time: the store is compared while it is read. */
const readingStage: readonly Progress['kind'][] = ['reading-store', 'reading-files', 'comparing']

/** Milliseconds until the first line of work that its first counts show to be long. */
const largeWorkMs = 100

/** Where there is so much to read, or so little of the documents is formatted by the time of the first line, the work is long. */
function isLarge(progress: Progress): boolean {
  if (progress.kind === 'formatting-documents') return (progress.document - 1 + progress.percent / 100) / progress.all < 0.1
  if (progress.kind === 'reading-catalogue') return progress.documents >= 100 || progress.products >= 1_000
  if (progress.kind === 'comparing-answers') return progress.all >= 20
  return progress.kind === 'reading-store' && progress.records >= 1_000
}

/**
 * A log keeps every line: a short stage has none, a long one has one after two seconds, one every ten seconds, and its result. The first
 * line of work that is large comes at once.
 */
function logLines(output: ProgramOutput): ProgressOutput {
  let stage: string | undefined
  let startedAt = 0
  let writtenAt: number | undefined
  let hasWritten = false
  /** What the stage reported last by kind, and the texts that are written. */
  const last = new Map<Progress['kind'], Progress>()
  const written = new Set<string>()
  const write = (text: string, at: number): void => {
    output.note(`${text}\n`)
    written.add(text)
    writtenAt = at
    hasWritten = true
  }
  const end = (at: number): void => {
    const isLong = at - startedAt >= longStageMs
    for (const progress of isLong ? last.values() : []) {
      const text = stageText(progress)
      if (!written.has(text)) write(text, at)
    }
    last.clear()
    written.clear()
  }
  return {
    show: (progress, at) => {
      const next = readingStage.includes(progress.kind) ? 'reading' : progress.kind
      if (stage !== next) {
        end(at)
        stage = next
        startedAt = at
        writtenAt = undefined
      }
      last.set(progress.kind, progress)
      const firstLineMs = !hasWritten && isLarge(progress) ? largeWorkMs : longStageMs
      if (writtenAt === undefined ? at - startedAt >= firstLineMs : at - writtenAt >= nextLineMs) write(stageText(progress), at)
    },
    end,
  }
}
