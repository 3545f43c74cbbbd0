import type { Run, StepOutcome } from '../apply/events.ts'
import type { Change } from '../diff/change.ts'
import type { Plan } from '../plan/plan.ts'
import { countOf, formatCount } from './amounts.ts'
import { cutLine, line, type Line, paint, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import type { Theme } from './theme.ts'

/** What a look at the store after an apply found: changes that are left to do, and those that cannot be done. */
interface AfterLook {
  readonly converged: boolean
  readonly left: readonly Change[]
  readonly cannot: readonly Change[]
}

/** An apply that ended. `look` is `null` where the store was not read again. */
export interface EndedRun {
  readonly plan: Plan
  readonly run: Run
  readonly look: AfterLook | null
}

const mostNamed = 10

/**
 * The end of an apply for people: what failed and was put off with the reasons, whether the store now holds what the catalogue
 * says, and how to go on. No line is wider than `width`. Ends with a newline.
 */
export function runText(ended: EndedRun, theme: Theme, width: number): string {
  const { plan, run, look } = ended
  const blocks = [
    failureLines(ended, width),
    look === null ? [] : lookLines(look, width),
    wrapLine(line(headText(plan, run), 'strong'), width),
    nextLines(ended, width),
  ]
  const lines = blocks.filter((block) => block.length > 0).flat()
  return lines.map((entry) => `${paint(cutLine(entry, width), theme).trimEnd()}\n`).join('')
}

function headText({ steps, planHash }: Plan, run: Run): string {
  const counts = countOutcomes(run)
  const done = counts.done + counts.satisfied
  const hash = planHash.slice(0, 8)
  if (run.outcome === 'done') return `Applied plan ${hash}: ${countOf(done, 'step')} done.`
  const notStarted = steps.length - run.steps.length
  const words = [
    `${formatCount(done)} of ${countOf(steps.length, 'step')} done`,
    ...counted(counts.failed, 'failed'),
    ...counted(counts.unknown, 'without an answer'),
    ...counted(counts.blocked, 'put off'),
    ...counted(notStarted, 'not started'),
  ]
  const partly = done > 0 ? `plan ${hash} is applied in part` : `nothing of plan ${hash} is applied`
  const start = run.outcome === 'interrupted' ? `Stopped by you; ${partly}` : `${partly.slice(0, 1).toUpperCase()}${partly.slice(1)}`
  return `${start}: ${words.join(', ')}.`
}

function failureLines({ plan, run }: EndedRun, width: number): Line[] {
  const titles = new Map(plan.steps.map(({ id, title }) => [id, title]))
  return run.steps
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'unknown')
    .flatMap(({ id, outcome, message }) => {
      const reason = message ?? (outcome === 'unknown' ? 'the request may have arrived' : 'no reason was given')
      return wrapLine(
        [span(`${outcome} `, 'removed'), span(sanitizeLine(titles.get(id) ?? id), 'strong'), span(`: ${sanitizeLine(reason)}`)],
        width,
        '  ',
      )
    })
}

function lookLines({ converged, left, cannot }: AfterLook, width: number): Line[] {
  const cannotLines = cannot.flatMap(({ address, reason }) =>
    wrapLine([span('! ', 'risk'), span(sanitizeLine(`${address}: ${reason ?? ''}`))], width, '  '),
  )
  if (converged) {
    const verdict =
      cannot.length === 0
        ? 'The store now holds what the catalogue says.'
        : `The store now holds what the catalogue says, but for ${countOf(cannot.length, 'difference')} that cannot be done:`
    return [...wrapLine(line(verdict, 'added'), width), ...cannotLines]
  }
  const named = left
    .slice(0, mostNamed)
    .map(({ address, title }): Line => [span('~ ', 'changed'), span(sanitizeLine(title === '' ? address : `${address} "${title}"`))])
  const more = left.length - named.length
  return [
    ...wrapLine(line(`The store does not yet hold what the catalogue says: ${countOf(left.length, 'change')} left.`, 'risk'), width),
    ...named,
    ...(more === 0 ? [] : [line(`  and ${formatCount(more)} more`, 'faint')]),
    ...cannotLines,
  ]
}

function nextLines({ run, look }: EndedRun, width: number): readonly Line[] {
  if (run.outcome === 'done' && look?.converged !== false) return []
  return wrapLine(
    [
      span('Next: ', 'name'),
      span('planogram plan', 'strong'),
      span(' shows what is left; '),
      span('planogram apply', 'strong'),
      span(' does it. What is done stays done and is not done twice.'),
    ],
    width,
    '      ',
  )
}

function counted(count: number, word: string): string[] {
  return count === 0 ? [] : [`${formatCount(count)} ${word}`]
}

function countOutcomes({ steps }: Run): Record<StepOutcome, number> {
  const counts = { done: 0, satisfied: 0, failed: 0, blocked: 0, unknown: 0 }
  for (const { outcome } of steps) counts[outcome] += 1
  return counts
}
