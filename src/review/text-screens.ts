import type { GuardResult } from '../plan/guards/guard-result.ts'
import type { PartGuards } from '../plan/guards/part-guards.ts'
import { occurringActions } from '../report/amounts.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { inBlocks, line, type Line, span, wrapLine } from '../report/line.ts'
import { countLines, guardLines, warningLines } from '../report/plan-text.ts'
import { estimateText } from '../report/plan-totals.ts'
import { guardView } from '../report/view/plan-view.ts'
import { type ActionCounts, countActions } from '../report/view/root-view.ts'
import { shortUntouchedLines } from '../report/untouched-lines.ts'
import { markOf } from '../report/root-summary.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import { padEnd } from '../report/text-width.ts'
import { findingLines } from './details.ts'
import { keyBindings } from './review-keys.ts'
import type { ReviewState } from './review-state.ts'
import type { ReviewedPlan } from './reviewed-plan.ts'

const signMeanings = [
  ['create', 'create'],
  ['update', 'update'],
  ['remove', 'remove'],
  ['cannot', 'cannot be applied to this store'],
] as const

/** The findings that the summary lists, and the changes of the store that stay. */
const mostFindings = 8
const mostKept = 20

/** The summary of a plan: what to look at first, counts by kind, what cannot be applied, notices, the estimate, and what stays as the store has it. */
export function summaryLines(view: ReviewedPlan, width: number): readonly Line[] {
  const { cannot } = view.totals
  return inBlocks([
    findingBlock(view, width),
    countLines(view.kinds, width),
    cannot === 0
      ? []
      : wrapLine(
          [span('! ', 'risk'), span(`${countOf(cannot, 'change')} cannot be applied to this store (filter: op:cannot)`)],
          width,
          '  ',
        ),
    warningLines(view.warnings, width),
    view.notices.flatMap((notice) => wrapLine([span('note: ', 'name'), span(notice)], width, '      ')),
    wrapLine(line(`${occurringActions(view.totals)}. ${estimateText(view.estimate)}.`, 'strong'), width),
    shortUntouchedLines(view.untouched, { width, verbose: false }, { most: mostKept, hint: '`planogram show --full` lists all' }),
  ])
}

function findingBlock({ findings }: ReviewedPlan, width: number): readonly Line[] {
  if (findings.length === 0) return []
  const shown = findings.slice(0, mostFindings)
  const more = findings.length - shown.length
  return [
    [span(`Look at first (${formatCount(findings.length)}); `, 'risk'), span('n', 'name'), span(' goes to each:', 'risk')],
    ...shown.flatMap((finding) => findingLines(finding, width)),
    ...(more === 0 ? [] : [line(`\u2026 ${formatCount(more)} more`, 'faint')]),
  ]
}

interface Confirmation {
  readonly confirmWord: string | null
  readonly guards: PartGuards
  /** The command to which an override is added. */
  readonly command: string
  readonly state: Pick<ReviewState, 'typed' | 'isRefused' | 'skipped'>
}

/** What will be applied, and the word to type for it, or what keeps the plan from being applied. */
export function confirmLines(view: ReviewedPlan, confirmation: Confirmation, width: number): readonly Line[] {
  const { confirmWord, guards, state } = confirmation
  if (state.skipped.size === view.roots.length) return wrapLine(line('Everything is skipped: there is nothing to apply.'), width)
  if (confirmWord === null) return guards.stops.length > 0 ? stoppedLines(view, confirmation, width) : reviewedLines(width)
  const ask = confirmWord === 'yes' ? 'Type "yes" to apply: ' : 'Type the name of the store to apply: '
  const left = leftToApply(view, state.skipped)
  const lines: readonly Line[] = [
    [
      span('Apply '),
      span(countOf(changeCount(left), 'change'), 'strong'),
      span(' to '),
      span(view.store.name, 'strong'),
      span(' '),
      span(`(${view.store.baseUrl})`),
    ],
    line(''),
    line(`${occurringActions(left)}.`),
    ...(left.remove === 0
      ? []
      : [line(`${removedWords(view, { skipped: state.skipped, count: left.remove })} removed from the store.`, 'removed')]),
    line(
      state.skipped.size === 0
        ? `${estimateText(view.estimate)}.`
        : `${countOf(state.skipped.size, 'record')} skipped: the plan is made again without ${state.skipped.size === 1 ? 'it' : 'them'}.`,
    ),
    ...(guards.open.length === 0
      ? []
      : [line(`${guardNames(guards.open)} can still stop it: that is evaluated with the new plan.`, 'risk')]),
    line(''),
    [span(ask), span(sanitizeLine(state.typed), 'strong'), span('\u258F')],
    ...(state.isRefused ? [line(`The answer is not "${confirmWord}". Nothing was applied.`, 'risk')] : []),
  ]
  return lines.flatMap((entry) => wrapLine(entry, width, '  '))
}

/** `2 records and 1 file are`, of so many removals. */
function removedWords(
  { roots }: ReviewedPlan,
  { skipped, count }: { readonly skipped: ReadonlySet<number>; readonly count: number },
): string {
  const files = roots.filter(({ own, isFile }, index) => isFile && own?.change.action === 'remove' && !skipped.has(index)).length
  const counts = [...(count > files ? [countOf(count - files, 'record')] : []), ...(files > 0 ? [countOf(files, 'file')] : [])]
  return `${counts.join(' and ')} ${count === 1 ? 'is' : 'are'}`
}

function reviewedLines(width: number): readonly Line[] {
  return wrapLine(
    line('This command only reviews. The decisions are saved beside the plan; `planogram apply <plan>` applies what is approved.'),
    width,
  )
}

/** The changes of what is not skipped, by action. */
function leftToApply({ roots, totals }: ReviewedPlan, skipped: ReadonlySet<number>): ActionCounts {
  if (skipped.size === 0) return totals
  const views = roots.flatMap(({ own, below }, index) => (skipped.has(index) ? [] : [...(own === null ? [] : [own]), ...below]))
  return countActions(views.map(({ change }) => change))
}

function guardNames(guards: readonly GuardResult[]): string {
  return guards.map(({ guard }) => guard).join(', ')
}

function stoppedLines(
  view: Pick<ReviewedPlan, 'shortHash'>,
  { guards: { stops }, command, state }: Confirmation,
  width: number,
): readonly Line[] {
  const isPart = state.skipped.size > 0
  const flags = stops.map(({ guard }) => `--override ${guard}=${view.shortHash}`).join(' ')
  const lines: readonly Line[] = [
    line(`Guards stop ${isPart ? 'what is approved' : 'this plan'}: ${guardNames(stops)}.`, 'risk'),
    line('Nothing can be applied.'),
    line(''),
    line(`${isPart ? 'Skip that too, change' : 'Change'} the catalogue or the limits, or allow exactly this plan:`),
    line(sanitizeLine(`${command} ${flags}`), 'name'),
  ]
  return [...lines.flatMap((entry) => wrapLine(entry, width, '  ')), line(''), ...guardLines(stops.map(guardView), width)]
}

/** Where the meanings of the keys start. */
const helpColumn = 12

/** All keys, from `keyBindings`, the signs, and the words of the filter. */
export function helpLines(width: number): readonly Line[] {
  const filter = [
    'kind:variants',
    'op:create',
    'field:price',
    'group:dealer',
    'currency:EUR',
    'file:prices',
    'cause:tees',
    'move>10%',
    'move<-10%',
    'risk',
    'skipped',
  ]
  const lines: readonly Line[] = [
    ...keyBindings.map(({ label, help }) => [span(padEnd(label, helpColumn), 'name'), span(help)]),
    line(''),
    ...signMeanings.map(([action, meaning]) => [markOf(action), span(padEnd('', helpColumn - 1)), span(meaning)]),
    [span('\u26A0', 'risk'), span(padEnd('', helpColumn - 1)), span('has a risk, described in the change')],
    line(''),
    [span(padEnd('filter', helpColumn), 'name'), span(`any words; also ${filter.join(', ')}; Tab completes`)],
  ]
  return lines.flatMap((entry) => wrapLine(entry, width, ' '.repeat(helpColumn)))
}

/** The number of changes that will be applied. */
export function changeCount({ create, update, remove }: ActionCounts): number {
  return create + update + remove
}
