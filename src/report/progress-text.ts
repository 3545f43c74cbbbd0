import type { ApplyEvent, OperationFailure } from '../apply/events.ts'
import { actionsText, countOf, formatCount, formatDuration } from './amounts.ts'
import { type Line, paint, span } from './line.ts'
import {
  countSteps,
  failuresShown,
  followApply,
  noProgress,
  type Progress,
  stageLabel,
  type StageProgress,
  timeLeftMs,
} from './progress.ts'
import { placeText } from './place-text.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd, padStart } from './text-width.ts'
import type { Theme } from './theme.ts'

/** Reports an apply in plain lines, without cursor movement. */
export interface TextProgress {
  readonly onEvent: (event: ApplyEvent) => void
  /** Called about once a second: writes a line after ten seconds without one. */
  readonly tick: () => void
}

/** A record, grid or file that failed, with its place and the reason: `failed: product.TEE (tees.yaml:3:1): shop.example refused POST Product (400).` */
export function failureLine({ outcome, address, source, message }: OperationFailure): Line {
  const place = source === null ? '' : ` (${placeText(source)})`
  return [span(`${outcome}: `, 'removed'), span(sanitizeLine(address), 'strong'), span(`${place}: ${sanitizeLine(message)}`)]
}

/** Why nothing is sent for a while: `Waiting 60 s: a request without an answer may still take effect.` */
function waitingText({ reason, seconds }: Extract<ApplyEvent, { type: 'waiting' }>): string {
  const why = reason === 'busy' ? 'the store is busy' : 'a request without an answer may still take effect'
  return `Waiting ${formatDuration(seconds * 1000)}: ${why}.`
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
/** Shorter waits are not reported. */
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
  const report = (text: string): void => {
    write(text)
    lastWrittenMs = nowMs()
  }
  const tick = (): void => {
    const atMs = nowMs()
    if (progress.stages.length > 0 && progress.run === null && atMs - lastWrittenMs >= quietMs) report(quietLine(progress, atMs))
  }
  return {
    tick,
    onEvent(event) {
      const before = progress
      progress = followApply(before, event, nowMs())
      for (const text of eventLines(event, { before, after: progress }, theme)) report(text)
      tick()
    },
  }
}

function eventLines(event: ApplyEvent, { before, after }: { before: Progress; after: Progress }, theme: Theme): string[] {
  switch (event.type) {
    case 'run-started':
      return [`Applying plan ${event.planHash.slice(0, 8)}: ${actionsText(event.changes)}.`]
    case 'step-started':
    case 'retrying':
      return []
    case 'step-ended':
      return stageLines(before, after, theme)
    case 'operation-failed':
      return after.failures <= failuresShown ? [paint(failureLine(event.failure), theme)] : []
    case 'waiting':
      return event.seconds >= longWaitSeconds ? [theme.yellow(waitingText(event))] : []
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
  const left = timeLeftMs(progress, atMs)
  const first = progress.inFlight[0]
  const flight =
    first === undefined
      ? ''
      : `, in flight: ${sanitizeLine(first.title)}${progress.inFlight.length > 1 ? ` (and ${progress.inFlight.length - 1} more)` : ''}`
  const words = [
    `${formatCount(ended)} of ${countOf(all, 'step')}`,
    ...(left === undefined ? [] : [`about ${formatDuration(left)} left`]),
    ...(progress.retries === 0 ? [] : [retriesText(progress)]),
  ]
  return `${words.join(', ')}${flight}`
}
