import type { ApplyEvent, OperationFailure } from '../apply/events.ts'
import { actionsText, formatDuration } from './amounts.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { failedRequestLine, failureLine, groupFailures } from './failure-lines.ts'
import { paint } from './line.ts'
import {
  countSteps,
  failuresShown,
  followApply,
  isSilent,
  longestWait,
  noProgress,
  type Progress,
  silentMs,
  stageLabel,
  type StageProgress,
  timeLeftMs,
  type Wait,
} from './progress.ts'
import { recordingText } from './recording-text.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd, padStart } from './text-width.ts'
import type { Theme } from './theme.ts'

/** Reports an apply in plain lines, without cursor movement. */
export interface TextProgress {
  readonly onEvent: (event: ApplyEvent) => void
  /** Called about once a second: writes a line after ten seconds without one. */
  readonly tick: () => void
}

const waitReasons = { busy: 'the store is busy', settle: 'an earlier request may still take effect' } as const

/** Why nothing is sent for a while: `Waiting 60 s, until 12:03:20 UTC: an earlier request may still take effect.` */
function waitingText({ reason, seconds, until }: Pick<Wait, 'reason' | 'seconds' | 'until'>): string {
  return `Waiting ${countdown(seconds)}, ${untilText(until)}: ${waitReasons[reason]}.`
}

/** What is still waited for: `waiting 43 s, until 12:03:20 UTC: the store is busy`; `undefined` where nothing is for at least five seconds in all. */
export function waitText(progress: Progress, atMs: number): string | undefined {
  const wait = longestWait(progress, atMs)
  if (wait === undefined || wait.seconds < longWaitSeconds) return undefined
  return `waiting ${countdown(Math.ceil((wait.untilMs - atMs) / 1000))}, ${untilText(wait.until)}: ${waitReasons[wait.reason]}`
}

function countdown(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000)
}

function untilText(until: string): string {
  return `until ${until.slice(11, 19)} UTC`
}

/** How long an apply still takes, or that nothing happens: `about 12 s left`, `nothing has happened for 14 s`; empty where neither is known. */
export function leftText(progress: Progress, atMs: number): string {
  const left = timeLeftMs(progress, atMs)
  if (left !== undefined) return `about ${formatDuration(left)} left`
  return isSilent(progress, atMs) ? `nothing has happened for ${formatDuration(silentMs(progress, atMs))}` : ''
}

/** How often requests were sent again: `3 requests sent again`. */
export function retriesText({ retries }: Pick<Progress, 'retries'>): string {
  return `${countOf(retries, 'request')} sent again`
}

type Slower = Pick<Extract<ApplyEvent, { type: 'slower' }>, 'reason' | 'limit'>

const slowerReasons: Readonly<Record<Slower['reason'], string>> = {
  busy: 'the store is busy',
  timeout: 'the store did not answer in time',
  slow: 'the store answers slowly',
}

/** Why fewer requests are sent: `the store is busy`. */
export function slowerReason({ reason }: Slower): string {
  return slowerReasons[reason]
}

/** The same as a sentence: `Slower: the store is busy, so at most 2 requests are sent at the same time.` */
function slowerText({ reason, limit }: Slower): string {
  const most = limit === 1 ? 'one request is sent at a time' : `at most ${formatCount(limit)} requests are sent at the same time`
  return `Slower: ${slowerReasons[reason]}, so ${most}.`
}

/** The text after the first Ctrl-C. */
export function stoppingText({ inFlight }: Pick<Progress, 'inFlight'>): string {
  return `Stopping: waiting for ${countOf(inFlight.length, 'request')} in flight.`
}

const quietMs = 10_000
/** Shorter waits of one step are not reported. */
const longWaitSeconds = 5
const stageColumn = 17

/**
 * Reports an apply in lines: one for each stage that ends, one for each of the first failures, and one every ten seconds. `write` is
 * called with a line without line break; `nowMs` is a monotonic clock.
 */
export function startTextProgress(output: {
  readonly write: (line: string) => void
  readonly nowMs: () => number
  readonly theme: Theme
}): TextProgress {
  const { write, nowMs, theme } = output
  let progress = noProgress
  let lastWrittenMs = nowMs()
  const pending: OperationFailure[] = []
  const left = { failures: failuresShown, requests: failuresShown }
  const report = (text: string): void => {
    write(text)
    lastWrittenMs = nowMs()
  }
  const reportFailures = (): void => {
    for (const group of groupFailures(pending.splice(0)).slice(0, left.failures)) {
      left.failures -= 1
      report(paint(failureLine(group), theme))
    }
  }
  const tick = (): void => {
    reportFailures()
    const atMs = nowMs()
    const isRunning = progress.run === null && (progress.stages.length > 0 || longestWait(progress, atMs) !== undefined)
    if (atMs - lastWrittenMs < quietMs) return
    if (progress.recorded > 0) report(recordingText(progress.recorded))
    else if (isRunning) report(quietLine(progress, atMs))
  }
  return {
    tick,
    onEvent(event) {
      const before = progress
      progress = followApply(before, event, nowMs())
      // The failures of one request are reported together, in one line.
      if (event.type === 'operation-failed') {
        pending.push(event.failure)
        return
      }
      reportFailures()
      if (event.type === 'request-failed' && event.reason === 'lost' && left.requests > 0) {
        left.requests -= 1
        report(paint(failedRequestLine(event), theme))
      }
      if (event.type !== 'recording') for (const text of eventLines(event, { before, after: progress }, theme)) report(text)
      tick()
    },
  }
}

function eventLines(
  event: Exclude<ApplyEvent, { type: 'recording' }>,
  { before, after }: { before: Progress; after: Progress },
  theme: Theme,
): string[] {
  switch (event.type) {
    case 'run-started':
      return [`Applying plan ${event.planHash.slice(0, 8)}: ${actionsText(event.changes)}.`]
    case 'step-started':
    case 'operation-failed':
    case 'request-failed':
    case 'retrying':
      return []
    case 'step-ended':
      return stageLines(before, after, theme)
    case 'waiting':
      return isReported(event) ? [theme.yellow(waitingText(event))] : []
    case 'slower':
      return [theme.yellow(slowerText(event))]
    case 'stopping':
      return [theme.yellow(stoppingText(after))]
    case 'run-ended':
      return []
    default:
      return event satisfies never
  }
}

/** A wait of the whole run is, however short. */
function isReported({ step, seconds }: Extract<ApplyEvent, { type: 'waiting' }>): boolean {
  return step === null || seconds >= longWaitSeconds
}

function stageLines(before: Progress, after: Progress, theme: Theme): string[] {
  const ended = after.stages.filter((stage, index) => stage.endedAtMs !== null && before.stages[index]?.endedAtMs === null)
  return ended.map((stage) => `${padEnd(stageLabel(stage), stageColumn)} ${stageText(stage, theme)}`)
}

function stageText(stage: StageProgress, theme: Theme): string {
  const count = padStart(`${formatCount(stage.doneItems)}/${formatCount(stage.items)}`, 11)
  const time = padStart(formatDuration((stage.endedAtMs ?? 0) - (stage.startedAtMs ?? 0)), 13)
  const failed = stage.failed === 0 ? '' : `  ${theme.red(`${formatCount(stage.failed)} failed`)}`
  const blocked = stage.blocked === 0 ? '' : `  ${theme.yellow(`${formatCount(stage.blocked)} skipped`)}`
  return `${count}${time}${failed}${blocked}`
}

function quietLine(progress: Progress, atMs: number): string {
  const { ended, all } = countSteps(progress)
  const words = [
    all === 0 ? '' : `${formatCount(ended)} of ${countOf(all, 'step')}`,
    leftText(progress, atMs),
    progress.retries === 0 ? '' : retriesText(progress),
    waitText(progress, atMs) ?? flightText(progress),
  ]
  return words.filter((word) => word !== '').join(', ')
}

function flightText({ inFlight: [first, ...others] }: Progress): string {
  if (first === undefined) return ''
  return `in flight: ${sanitizeLine(first.title)}${others.length === 0 ? '' : ` (and ${others.length} more)`}`
}
