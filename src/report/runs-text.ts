import type { ChangeVerdict, RunRecord } from '../apply/run-record.ts'
import type { Change } from '../diff/change.ts'
import type { StoreIdentity } from '../records/store-identity.ts'
import { formatDuration } from './amounts.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { inBlocks, line, type Line, linesText, span, type Tone, wrapLine } from './line.ts'
import { markOf } from './root-summary.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd, padStart } from './text-width.ts'
import type { Theme } from './theme.ts'

type Run = RunRecord['run']

/** How a list of runs is printed. */
export interface RunsSize {
  readonly width: number
  /** The number of runs in the state. */
  readonly all: number
}

/** Runs for people, one line each, as they are given. Ends with a newline. */
export function runsText(runs: readonly Run[], theme: Theme, { width, all }: RunsSize): string {
  if (runs.length === 0) return 'No runs yet: `planogram apply` records one.\n'
  const cells = runs.map((run) => [
    run.id,
    storeName(run),
    startText(run),
    durationText(run),
    outcomeText(run),
    countsText(run),
    moreText(run),
  ])
  const titles = ['run', 'store', 'started', 'took', 'outcome', 'planned', '']
  const widths = titles.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const rowLine = (row: readonly string[], tones: readonly Tone[]): Line =>
    row.map((text, column) => span(`${padEnd(text, widths[column] ?? 0)}  `, tones[column] ?? 'plain'))
  const lines = [
    rowLine(
      titles,
      titles.map(() => 'faint'),
    ),
    ...cells.map((row, index) => rowLine(row, ['strong', 'plain', 'plain', 'faint', toneOf(runs[index]?.outcome ?? null)])),
    ...(all > runs.length ? [line(`(and ${formatCount(all - runs.length)} earlier; --limit shows more)`, 'faint')] : []),
  ]
  return linesText(lines, theme, width)
}

/** The name of the store in the config: the state adds its address. */
function storeName({ store }: Run): string {
  return sanitizeLine(store.split(' ')[0] ?? '')
}

function startText({ startedAt }: Run): string {
  return sanitizeLine(startedAt.slice(0, 19).replace('T', ' '))
}

function durationText({ startedAt, endedAt }: Run): string {
  return endedAt === null ? '' : formatDuration(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)))
}

function outcomeText({ outcome }: Run): string {
  return outcome === null ? 'open' : sanitizeLine(outcome)
}

function toneOf(outcome: string | null): Tone {
  return outcome === 'done' ? 'added' : outcome === null ? 'risk' : 'changed'
}

function countsText({ counts }: Run): string {
  if (counts === null) return '?'
  const words = [`+${counts.create}`, `~${counts.update}`, `-${counts.remove}`, ...(counts.cannot > 0 ? [`!${counts.cannot}`] : [])]
  return words.join(' ')
}

function moreText({ overrides, undoes }: Run): string {
  const parts = [...(undoes === null ? [] : [`undoes ${undoes}`]), ...(overrides.length === 0 ? [] : [`overrides ${overrides.join(', ')}`])]
  return sanitizeLine(parts.join('; '))
}

/** How a run is printed. */
export interface RunSize {
  readonly width: number
  /** Prints every change and every request. */
  readonly verbose: boolean
}

const mostChanges = 40
const mostSkipped = 5
/** In this order they are printed. */
const ranks: readonly ChangeVerdict['outcome'][] = ['failed', 'unknown', null, 'done', 'satisfied']

/** A run for people: what it is, its changes with how each ended, refusals, requests and notes. Ends with a newline. */
export function runRecordText(record: RunRecord, theme: Theme, size: RunSize): string {
  const blocks = [headLines(record), changeLines(record, size), requestLines(record, size), noteLines(record, size)]
  return linesText(inBlocks(blocks), theme, size.width)
}

function headLines({ run, plan }: RunRecord): readonly Line[] {
  const facts: readonly (readonly [string, string])[] = [
    ['store', plan ? storeText(plan.madeFrom.store) : run.store],
    ['started', `${startText(run)}${run.endedAt === null ? '' : `, took ${durationText(run)}`}`],
    ['plan', `${run.planHash.slice(0, 8)}${plan ? '' : ' (not kept, or written by another version of planogram)'}`],
    ...(run.counts === null ? [] : [['planned', countsText(run)] as const]),
    ...(run.undoes === null ? [] : [['undoes', run.undoes] as const]),
    ...(run.overrides.length === 0 ? [] : [['overrides', run.overrides.join(', ')] as const]),
    ...(run.outcome === 'superseded' ? [['reason', 'it had not ended when a later run of the store ended'] as const] : []),
  ]
  return [
    [span('Run '), span(sanitizeLine(run.id), 'strong'), span(': '), span(outcomeText(run), toneOf(run.outcome))],
    ...facts.map(([name, text]): Line => [span(padEnd(name, 11), 'faint'), span(sanitizeLine(text))]),
  ]
}

/** The state leaves out the port of an embedded store, which can have another one each time. */
function storeText({ name, baseUrl, filesUrl }: StoreIdentity): string {
  return [name, baseUrl, ...(filesUrl === null ? [] : [filesUrl])].join(' ')
}

/** Failures first, then the first that were skipped because of them with their number, then what was done. */
function changeLines({ changes }: RunRecord, { width, verbose }: RunSize): readonly Line[] {
  const linesOf = (verdicts: readonly ChangeVerdict[]): readonly Line[] => byReason(verdicts).flatMap((group) => reasonLines(group, width))
  if (verbose) return linesOf(changes)
  const skipped = changes.filter(({ outcome }) => outcome === 'blocked')
  const others = changes.filter((each) => each.outcome !== 'blocked').toSorted((a, b) => rankOf(a) - rankOf(b))
  const first = skipped.slice(0, mostSkipped)
  const shown = others.slice(0, mostChanges - first.length)
  return [
    ...linesOf(shown.filter((each) => !isGood(each))),
    ...linesOf(first),
    ...moreLine(skipped.length - first.length, 'more skipped'),
    ...linesOf(shown.filter(isGood)),
    ...moreLine(others.length - shown.length, 'more'),
  ]
}

function moreLine(count: number, words: string): readonly Line[] {
  return count > 0 ? [line(`(and ${formatCount(count)} ${words}; --verbose prints all)`, 'faint')] : []
}

function rankOf({ outcome }: ChangeVerdict): number {
  return ranks.indexOf(outcome)
}

function isGood({ outcome }: ChangeVerdict): boolean {
  return outcome === 'done' || outcome === 'satisfied'
}

/** Changes that follow each other and ended in the same way for the same reason, such as those of one request. */
function byReason(verdicts: readonly ChangeVerdict[]): readonly (readonly ChangeVerdict[])[] {
  const groups: ChangeVerdict[][] = []
  for (const verdict of verdicts) {
    const last = groups.at(-1)
    const [first] = last ?? []
    if (last && first && reasonOf(first) !== null && reasonOf(first) === reasonOf(verdict) && first.outcome === verdict.outcome)
      last.push(verdict)
    else groups.push([verdict])
  }
  return groups
}

function reasonOf({ change, message }: ChangeVerdict): string | null {
  return change.action === 'cannot' ? change.reason : message
}

/** The first change with the reason, then the others. */
function reasonLines([first, ...others]: readonly ChangeVerdict[], width: number): readonly Line[] {
  if (first === undefined) return []
  const indent = ' '.repeat(13)
  const same: Line = [span(`${indent}The same reason for the next ${countOf(others.length, 'change')}:`, 'faint')]
  const reason = reasonOf(first)
  return [
    verdictLine(first),
    ...(reason === null ? [] : wrapLine([span(indent), span(sanitizeLine(reason))], width, indent)),
    ...(others.length === 0 ? [] : [same, ...others.map(verdictLine)]),
  ]
}

function verdictLine(verdict: ChangeVerdict): Line {
  const { change, outcome } = verdict
  const word = change.action === 'cannot' ? 'cannot' : outcome === 'blocked' ? 'skipped' : (outcome ?? 'not tried')
  const tone: Tone = isGood(verdict) ? 'added' : change.action === 'cannot' ? 'risk' : 'changed'
  return [span(padEnd(word, 11), tone), markOf(change.action), span(` ${sanitizeLine(change.address)}`), span(fieldsText(change), 'faint')]
}

function fieldsText(change: Change): string {
  if (change.kind === 'file' || change.action !== 'update') return ''
  const names = change.fields.map(({ field }) => field)
  const rows = change.kind === 'grid' ? [countOf(change.grid.after.length, 'price entry', 'price entries')] : []
  const words = [...names, ...rows]
  return words.length === 0 ? '' : `  ${sanitizeLine(words.join(', '))}`
}

function requestLines({ attempts }: RunRecord, { width, verbose }: RunSize): readonly Line[] {
  const bad = attempts.filter(({ answer }) => answer !== 'confirmed')
  const shown = verbose ? attempts : bad.slice(0, mostChanges)
  const summary = `${countOf(attempts.length, 'request')}${bad.length === 0 ? '' : `, ${formatCount(bad.length)} of them without success`}`
  return [
    line(summary, 'strong'),
    ...shown.flatMap(({ number, step, sentAt, answer, message, operations }, index) => {
      const head = `${padStart(String(number), 4)}  ${step}  ${sentAt.slice(11, 19)}  ${answer ?? 'no answer'}  ${countOf(operations.length, 'record or file', 'records and files')}`
      if (message !== null && shown[index - 1]?.message === message) return [line(sanitizeLine(`${head}, the same message`))]
      return [
        line(sanitizeLine(head)),
        ...(message === null ? [] : wrapLine([span('      '), span(sanitizeLine(message))], width, '      ')),
      ]
    }),
  ]
}

function noteLines({ plan }: RunRecord, { width }: RunSize): readonly Line[] {
  return (plan?.notices ?? []).flatMap((notice) => wrapLine([span('note: ', 'faint'), span(sanitizeLine(notice))], width, '  '))
}
