import { formatDuration } from '../report/amounts.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { cutLine, fitLine, line, type Line, type Span, span } from '../report/line.ts'
import { countSteps, type Progress, rateOf, stageLabel, type StageProgress } from '../report/progress.ts'
import type { Step } from '../plan/step.ts'
import { leftText, retriesText, slowerReason, stoppingText, waitText } from '../report/progress-text.ts'
import { recordingText } from '../report/recording-text.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import { padStart } from '../report/text-width.ts'

/** The store and the plan of an apply. */
export interface ProgressHead {
  readonly store: string
  readonly planHash: string
}

const nameWidth = 16
const countWidth = 12
/** Most requests in flight that are named. */
const mostInFlight = 2
const narrowCountWidth = 9
/** In narrower terminals there are no bars, and stages with failures show no pace. */
const narrowestWithBar = 60
const eighths = ['', '\u258F', '\u258E', '\u258D', '\u258C', '\u258B', '\u258A', '\u2589'] as const

/**
 * The part of the screen that changes during an apply: a head, a bar for each stage, the totals, the requests in flight, and what Ctrl-C
 * does. Its height is constant while the apply runs, at most `rows` lines: where they do not fit, only the stages around the current one are shown.
 */
export function progressLines(
  progress: Progress,
  head: ProgressHead,
  screen: { columns: number; rows: number; atMs: number },
): readonly Line[] {
  const { columns, rows, atMs } = screen
  const lines: Line[] = [
    [span(`Applying plan ${sanitizeLine(head.planHash.slice(0, 8))} to `), span(sanitizeLine(head.store), 'strong')],
    ...windowOf(progress.stages, Math.max(1, rows - 5)).map((stage) => stageLine(stage, columns)),
    totalsLine(progress, atMs),
    ...(progress.recorded > 0 ? [line(recordingText(progress.recorded), 'faint')] : []),
    ...(progress.run === null ? [flightLine(progress, atMs), line(footText(progress), progress.stopping ? 'risk' : 'faint')] : []),
  ]
  return lines.map((entry) => cutLine(entry, columns))
}

function stageLine(stage: StageProgress, columns: number): Line {
  const isNarrow = columns < narrowestWithBar
  const barWidth = isNarrow ? 0 : Math.max(6, Math.min(40, columns - nameWidth - countWidth - 28))
  const share = stage.steps === 0 ? 1 : stage.endedSteps / stage.steps
  const failures: Span[] = [
    ...(stage.failed === 0 ? [] : [span(`  ${formatCount(stage.failed)} failed`, 'removed')]),
    ...(stage.blocked === 0 ? [] : [span(`  ${formatCount(stage.blocked)} skipped`, 'risk')]),
  ]
  const pace = span(`  ${paceText(stage)}`, 'faint')
  return [
    signOf(stage),
    span(' '),
    ...fitLine(line(stageLabel(stage)), nameWidth),
    ...fitLine(line(bar(share, barWidth), stage.failed + stage.blocked > 0 ? 'changed' : 'added'), barWidth),
    span(padStart(`${formatCount(stage.doneItems)}/${formatCount(stage.items)}`, isNarrow ? narrowCountWidth : countWidth)),
    ...(isNarrow && failures.length > 0 ? failures : [pace, ...failures]),
  ]
}

function signOf({ startedAtMs, endedAtMs, failed, blocked }: StageProgress): Span {
  if (failed + blocked > 0) return span('\u2718', 'removed')
  if (endedAtMs !== null) return span('\u2714', 'added')
  return startedAtMs === null ? span(' ') : span('\u25B8', 'strong')
}

function paceText(stage: StageProgress): string {
  if (stage.startedAtMs === null) return ''
  if (stage.endedAtMs !== null) return formatDuration(stage.endedAtMs - stage.startedAtMs)
  const rate = rateOf(stage)
  return rate === undefined ? '' : `${rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate))}/s`
}

function bar(share: number, width: number): string {
  const cells = Math.min(1, share) * width
  const whole = Math.floor(cells)
  return '\u2588'.repeat(whole) + (eighths[Math.floor((cells - whole) * 8)] ?? '')
}

function totalsLine(progress: Progress, atMs: number): Line {
  const { ended, all } = countSteps(progress)
  const left = progress.run === null ? leftText(progress, atMs) : ''
  const percent = all === 0 ? 0 : Math.floor((ended / all) * 100)
  const words = [
    `${formatCount(ended)} of ${countOf(all, 'step')}`,
    `${percent} %`,
    `${formatDuration(Math.max(0, atMs - progress.startedAtMs))}${progress.run === null ? ' so far' : ''}`,
    ...(left === '' ? [] : [left]),
    ...(progress.retries === 0 ? [] : [retriesText(progress)]),
  ]
  return line(words.join(' \u00B7 '))
}

/** What is waited for, else the requests in flight, those that are sent again first. */
function flightLine(progress: Progress, atMs: number): Line {
  const { inFlight, retrying, slower } = progress
  const wait = waitText(progress, atMs)
  if (wait !== undefined) return line(wait, 'changed')
  if (inFlight.length === 0) return line('')
  const slow = slower === null ? '' : `${slowerReason(slower)} (at most ${formatCount(slower.limit)} at a time) \u00B7 `
  const isAgain = ({ id }: Step): boolean => retrying.includes(id)
  const named = [...inFlight.filter(isAgain), ...inFlight.filter((step) => !isAgain(step))]
    .slice(0, mostInFlight)
    .map((step) => `${sanitizeLine(step.title)}${isAgain(step) ? ' (sent again)' : ''}`)
  const rest = inFlight.length - named.length
  return line(`${slow}in flight: ${named.join(' \u00B7 ')}${rest === 0 ? '' : ` (and ${rest} more)`}`, 'faint')
}

function footText(progress: Progress): string {
  return progress.stopping ? stoppingText(progress) : 'Press Ctrl-C to stop after the requests in flight.'
}

/** At most `rows` stages, around the first that has not ended. */
function windowOf(stages: readonly StageProgress[], rows: number): readonly StageProgress[] {
  if (stages.length <= rows) return stages
  const current = stages.findIndex(({ endedAtMs }) => endedAtMs === null)
  const from = Math.max(0, Math.min((current === -1 ? stages.length : current) - 1, stages.length - rows))
  return stages.slice(from, from + rows)
}
