import { countOf, formatCount, formatDuration } from '../report/amounts.ts'
import { cutLine, fitLine, line, type Line, type Span, span, wrapLine } from '../report/line.ts'
import { countSteps, type Failure, type Progress, rateOf, type StageProgress, timeLeftMs } from '../report/progress.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import { padStart } from '../report/text-width.ts'

/** What is known of an apply besides its progress. */
export interface ProgressHead {
  readonly store: string
  readonly planHash: string
}

const nameWidth = 16
const countWidth = 12
const eighths = ['', '\u258F', '\u258E', '\u258D', '\u258C', '\u258B', '\u258A', '\u2589'] as const

/**
 * The moving part of an apply: a head, a bar per stage, the sums, what is in flight, and what Ctrl-C does. Of constant height while it
 * runs; at most `rows` lines, then the stages around the one at work.
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
    sumLine(progress, atMs),
    ...(progress.run === null ? [flightLine(progress), line(footText(progress), progress.stopping ? 'risk' : 'faint')] : []),
  ]
  return lines.map((entry) => cutLine(entry, columns))
}

/** A step that failed, as it stays above the moving part. */
export function failureText({ step, outcome, message }: Failure, columns: number): readonly Line[] {
  const reason = message ?? (outcome === 'unknown' ? 'the request may have reached the store' : 'no reason given')
  return wrapLine(
    [span(`${outcome} `, 'removed'), span(sanitizeLine(step.title), 'strong'), span(`: ${sanitizeLine(reason)}`)],
    columns,
    '  ',
  )
}

function stageLine(stage: StageProgress, columns: number): Line {
  const barWidth = Math.max(6, Math.min(40, columns - nameWidth - countWidth - 28))
  const share = stage.steps === 0 ? 1 : stage.endedSteps / stage.steps
  const troubles: Span[] = [
    ...(stage.failed === 0 ? [] : [span(`  ${formatCount(stage.failed)} failed`, 'removed')]),
    ...(stage.blocked === 0 ? [] : [span(`  ${formatCount(stage.blocked)} skipped`, 'risk')]),
  ]
  return [
    signOf(stage),
    span(' '),
    ...fitLine(line(stage.stage), nameWidth),
    ...fitLine(line(bar(share, barWidth), stage.failed + stage.blocked > 0 ? 'changed' : 'added'), barWidth),
    span(padStart(`${formatCount(stage.doneItems)}/${formatCount(stage.items)}`, countWidth)),
    span(`  ${paceText(stage)}`, 'faint'),
    ...troubles,
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

function sumLine(progress: Progress, atMs: number): Line {
  const { ended, all } = countSteps(progress)
  const left = progress.run === null ? timeLeftMs(progress, atMs) : undefined
  const percent = all === 0 ? 0 : Math.floor((ended / all) * 100)
  const words = [
    `${formatCount(ended)} of ${countOf(all, 'step')}`,
    `${percent} %`,
    `${formatDuration(Math.max(0, atMs - progress.startedAtMs))}${progress.run === null ? ' so far' : ''}`,
    ...(left === undefined ? [] : [`about ${formatDuration(left)} left`]),
  ]
  return line(words.join(' \u00B7 '))
}

function flightLine({ inFlight }: Progress): Line {
  const [first, second, ...more] = inFlight
  if (first === undefined) return line('')
  const words = [first, ...(second === undefined ? [] : [second])].map(({ title }) => sanitizeLine(title))
  return line(`in flight: ${[...words, ...(more.length === 0 ? [] : [`${more.length} more`])].join(' \u00B7 ')}`, 'faint')
}

function footText({ stopping, inFlight }: Progress): string {
  return stopping
    ? `Stopping: ${countOf(inFlight.length, 'request')} in flight will finish, nothing new starts.`
    : 'Ctrl-C stops after the requests in flight'
}

/** So many stages around the first that has not ended. */
function windowOf(stages: readonly StageProgress[], rows: number): readonly StageProgress[] {
  if (stages.length <= rows) return stages
  const current = stages.findIndex(({ endedAtMs }) => endedAtMs === null)
  const from = Math.max(0, Math.min((current === -1 ? stages.length : current) - 1, stages.length - rows))
  return stages.slice(from, from + rows)
}
