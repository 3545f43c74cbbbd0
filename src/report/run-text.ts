import { changedText } from '../apply/compare-field.ts'
import type { Run, StepOutcome } from '../apply/events.ts'
import type { CannotChange, Change } from '../diff/change.ts'
import { addressOf } from '../records/address.ts'
import type { Rewrite } from '../records/rewrite.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { failureLine, groupFailures } from './failure-lines.ts'
import { line, type Line, linesText, span, wrapLine } from './line.ts'
import { failuresShown } from './progress.ts'
import { markOf } from './root-summary.ts'
import type { RunGoal } from './run-goal.ts'
import { sanitizeLine } from './sanitize.ts'
import type { Theme } from './theme.ts'

/** The result of reading the store after an apply: the changes that are left, and those that cannot be applied. */
interface FinalCheck {
  readonly converged: boolean
  readonly left: readonly Change[]
  readonly cannot: readonly CannotChange[]
}

/** An apply that has ended. `check` is `null` where the store was not read again. */
export interface EndedRun {
  readonly goal: RunGoal
  readonly run: Run
  readonly check: FinalCheck | null
}

const mostNamed = 10

/**
 * The result of an apply for people: what failed with the reasons, whether the store now matches the catalogue, what
 * was applied, and how to continue. No line is wider than `width`. Ends with a newline.
 */
export function runText(ended: EndedRun, theme: Theme, width: number): string {
  const { goal, check } = ended
  const blocks = [
    failureLines(ended, width),
    check === null ? [] : checkLines(check, goal, width),
    wrapLine(line(runHead(ended), 'strong'), width),
    nextLines(ended, width),
  ]
  const lines = blocks.filter((block) => block.length > 0).flat()
  return linesText(lines, theme, width)
}

/** What was applied, in one sentence. */
export function runHead({ goal, run }: Pick<EndedRun, 'goal' | 'run'>): string {
  const verb = goal.isRehearsal ? 'Rehearsed' : 'Applied'
  if (run.outcome === 'moved') return 'Nothing was written: the store has changed wherever the plan would write.'
  if (goal.isSatisfied) return 'All changes of the plan are in the store already.'
  if (run.outcome === 'done') return `${verb}: ${appliedText(goal)}.${presentText(run)}`
  const counts = countOutcomes(run)
  const done = counts.done + counts.satisfied
  if (done === goal.steps) return `${verb}, but not everything is in the store as it was sent.`
  const words = [
    `${formatCount(done)} of ${countOf(goal.steps, 'step')} done`,
    ...counted(counts.failed, 'failed'),
    ...counted(counts.unknown, 'unknown'),
    ...counted(counts.blocked, 'skipped'),
    ...counted(goal.steps - run.steps.length, 'not started'),
  ]
  const part = done + run.changes.written > 0 ? `${verb} in part` : `Nothing ${verb.toLowerCase()}`
  // A request can write one record and be refused for another, so that its step counts as failed.
  const written = run.changes.written === 0 ? '' : ` ${countOf(run.changes.written, 'change')} written.`
  return `${run.outcome === 'interrupted' ? 'Interrupted. ' : ''}${part}: ${words.join(', ')}.${written}`
}

/** The changes of a plan that was applied completely: `943 created, 2 updated`. */
function appliedText({ counts }: RunGoal): string {
  const words = [...counted(counts.create, 'created'), ...counted(counts.update, 'updated'), ...counted(counts.remove, 'removed')]
  return words.length === 0 ? 'no changes' : words.join(', ')
}

function presentText({ changes: { present } }: Run): string {
  const verb = present.length === 1 ? 'was' : 'were'
  return present.length === 0 ? '' : ` ${countOf(present.length, 'change')} ${verb} in the store already.`
}

function failureLines({ run: { failures, rewrites, notes: remarks } }: EndedRun, width: number): Line[] {
  const notes = [...rewrites.map(rewriteText), ...remarks]
  const groups = groupFailures(failures)
  const more = groups.slice(failuresShown).reduce((sum, { members }) => sum + members.length, 0)
  return [
    ...groups.slice(0, failuresShown).flatMap((group) => wrapLine(failureLine(group), width, '  ')),
    ...(more > 0 ? [line(`  (and ${formatCount(more)} more)`, 'faint')] : []),
    ...notes.slice(0, mostNamed).flatMap((note) => wrapLine(line(sanitizeLine(note), 'faint'), width, '  ')),
    ...(notes.length > mostNamed ? [line(`  (and ${formatCount(notes.length - mostNamed)} more notes)`, 'faint')] : []),
  ]
}

/** A value that the store changed in an accepted way, as one sentence. */
function rewriteText({ resource, key, ...change }: Rewrite): string {
  return `${addressOf(resource, key)}: ${changedText(change)} (accepted as the store has it)`
}

/** How the goal of a plan is called, reached or not. */
function verdicts({ undoes, isLimited, isRehearsal }: RunGoal): { readonly good: string; readonly bad: string } {
  if (undoes !== undefined) return { good: `Run ${sanitizeLine(undoes)} is undone`, bad: `Run ${sanitizeLine(undoes)} is not undone yet` }
  const wanted = isLimited ? 'what the plan is limited to' : 'the catalogue'
  const store = isRehearsal ? 'copy' : 'store'
  return { good: `The ${store} now matches ${wanted}`, bad: `The ${store} does not match ${wanted} yet` }
}

function checkLines({ converged, left, cannot }: FinalCheck, goal: RunGoal, width: number): Line[] {
  const { good, bad } = verdicts(goal)
  const cannotLines = cannot.flatMap(({ address, reason }) =>
    wrapLine([markOf('cannot'), span(' '), span(sanitizeLine(`${address}: ${reason}`))], width, '  '),
  )
  if (converged) {
    const verdict = cannot.length === 0 ? `${good}.` : `${good}, except for ${countOf(cannot.length, 'change')} that cannot be applied:`
    return [...wrapLine(line(verdict, 'added'), width), ...cannotLines]
  }
  const named = left.slice(0, mostNamed).map((change): Line => [markOf(change.action), span(' '), span(sanitizeLine(nameOf(change)))])
  const more = left.length - named.length
  return [
    ...wrapLine(line(`${bad}: ${countOf(left.length, 'change')} left.`, 'risk'), width),
    ...named,
    ...(more === 0 ? [] : [line(`  (and ${formatCount(more)} more)`, 'faint')]),
    ...cannotLines,
  ]
}

function nameOf(change: Change): string {
  const title = change.kind === 'file' ? '' : change.root.title
  return title === '' ? change.address : `${change.address} "${title}"`
}

function nextLines({ goal: { undoes, isRehearsal }, run, check }: EndedRun, width: number): readonly Line[] {
  if (isRehearsal || (run.outcome === 'done' && check?.converged !== false)) return []
  const planCommand = undoes === undefined ? 'planogram plan' : `planogram undo ${sanitizeLine(undoes)} --out undo.json`
  const applyCommand = undoes === undefined ? 'planogram apply' : 'planogram apply undo.json'
  if (run.outcome === 'moved')
    return wrapLine(
      [span('Next: ', 'name'), span('run '), span(planCommand, 'strong'), span(' and review what it would change now.')],
      width,
      '      ',
    )
  const isOpen = run.outcome === 'interrupted' || run.failures.some(({ outcome }) => outcome === 'unknown')
  const [first, middle, second, last] = isOpen
    ? ['planogram apply --resume', ' to go on, or ', planCommand, ' to see what is left.']
    : [planCommand, ' to see what is left, then ', applyCommand, '.']
  const words = [
    span('run '),
    span(first, 'strong'),
    span(middle),
    span(second, 'strong'),
    span(`${last} Changes that were applied are not repeated.`),
  ]
  return wrapLine([span('Next: ', 'name'), ...words], width, '      ')
}

function counted(count: number, word: string): string[] {
  return count === 0 ? [] : [`${formatCount(count)} ${word}`]
}

function countOutcomes({ steps }: Run): Record<StepOutcome, number> {
  const counts = { done: 0, satisfied: 0, failed: 0, blocked: 0, unknown: 0 }
  for (const { outcome } of steps) counts[outcome] += 1
  return counts
}
