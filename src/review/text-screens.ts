import type { Definition } from '../records/definition.ts'
import { countOf, formatCount } from '../report/amounts.ts'
import { changeLines } from '../report/field-lines.ts'
import { line, type Line, span, wrapLine } from '../report/line.ts'
import { countLines, estimateText, guardLines } from '../report/plan-text.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'
import { changeName, markOf, rootName, rootSummary } from '../report/root-summary.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import { padEnd } from '../report/text-width.ts'
import { keyBindings } from './review-keys.ts'
import type { ReviewRow } from './review-rows.ts'
import type { ReviewState } from './review-state.ts'

const signMeanings = [
  ['create', 'create'],
  ['update', 'update'],
  ['remove', 'remove'],
  ['cannot', 'cannot be applied to this store'],
] as const

/** The summary of a plan: counts by kind, the number of changes that cannot be applied, risks, guards, notices and the estimate. */
export function summaryLines(view: PlanView, width: number): readonly Line[] {
  const { cannot } = view.totals
  const blocks: (readonly Line[])[] = [
    countLines(view.kinds, width),
    cannot === 0
      ? []
      : wrapLine(
          [span('! ', 'risk'), span(`${countOf(cannot, 'change')} cannot be applied to this store (filter: op:cannot)`)],
          width,
          '  ',
        ),
    view.risks.flatMap((risk) => wrapLine([span('\u26A0 ', 'risk'), span(risk)], width, '  ')),
    guardLines(view.guards, width),
    view.notices.flatMap((notice) => wrapLine([span('note: ', 'name'), span(notice)], width, '      ')),
    wrapLine(line(`${totalWords(view)}. ${estimateText(view.estimate)}.`, 'strong'), width),
  ]
  return blocks.filter((block) => block.length > 0).flatMap((block, index) => (index === 0 ? block : [line(''), ...block]))
}

/** One row of the list in full, as lines of at most `width` columns. */
export type DetailOf = (row: ReviewRow, width: number) => readonly Line[]

/** Caches the last detail, so that a long text is not compared again on every key. */
export function openDetails(): DetailOf {
  let last: { readonly row: ReviewRow; readonly width: number; readonly lines: readonly Line[] } | undefined
  return (row, width) => {
    if (last?.row !== row || last.width !== width) last = { row, width, lines: detailLines(row, width) }
    return last.lines
  }
}

/** Risks, then every field before and after, and for a root a summary of the changes below it. */
function detailLines({ root, view, isRoot }: ReviewRow, width: number): readonly Line[] {
  const summary = isRoot ? rootSummary(root) : ''
  return [
    ...(view === null ? [] : changeBlock(view, width)),
    ...(summary === '' || root.below.length === 0
      ? []
      : [...(view === null ? [] : [line('')]), ...wrapLine([span('total: ', 'faint'), span(summary)], width, '  ')]),
  ]
}

/** The name of a row with the sign of its action, for the edge of a box. */
export function detailTitle({ root, view, isRoot }: ReviewRow): Line {
  if (isRoot || view === null) return [markOf(root.action), span(' '), ...rootName(root)]
  return [markOf(view.change.action), span(' '), ...changeName(view), ...ofRoot(view, root)]
}

interface Confirmation {
  readonly confirmWord: string | null
  /** The names of the guards that stop the plan; without a word to type. */
  readonly stoppedBy: readonly string[]
  readonly state: Pick<ReviewState, 'typed' | 'isRefused'>
}

/** The number of changes, and the word to type to apply them, or the guards that stop them. */
export function confirmLines(view: PlanView, { confirmWord, stoppedBy, state }: Confirmation, width: number): readonly Line[] {
  if (confirmWord === null) return stoppedLines(view, stoppedBy, width)
  const ask = confirmWord === 'yes' ? 'Type "yes" to apply: ' : 'Type the name of the store to apply: '
  const lines: readonly Line[] = [
    [
      span('Apply '),
      span(countOf(changeCount(view), 'change'), 'strong'),
      span(' to '),
      span(view.store.name, 'strong'),
      span(' '),
      span(`(${view.store.baseUrl})`),
    ],
    line(''),
    line(`${totalWords(view)}.`),
    line(`${estimateText(view.estimate)}.`),
    line(''),
    [span(ask), span(sanitizeLine(state.typed), 'strong'), span('\u258F')],
    ...(state.isRefused ? [line(`The answer is not "${confirmWord}". Nothing was applied.`, 'risk')] : []),
  ]
  return lines.flatMap((entry) => wrapLine(entry, width, '  '))
}

function stoppedLines(view: PlanView, stoppedBy: readonly string[], width: number): readonly Line[] {
  const shown = view.guards.filter(({ name }) => stoppedBy.includes(name))
  const flags = stoppedBy.map((name) => `--override ${name}=${view.shortHash}`).join(' ')
  const lines: readonly Line[] = [
    line(`Guards of planogram.yaml stop this plan: ${stoppedBy.join(', ')}.`, 'risk'),
    line('Nothing can be applied.'),
    line(''),
    line('Change the catalogue or the limits, or allow exactly this plan:'),
    line(`planogram apply ${flags}`, 'name'),
  ]
  const rest = shown.length === 0 ? [] : [line(''), ...guardLines(shown, width)]
  return [...lines.flatMap((entry) => wrapLine(entry, width, '  ')), ...rest]
}

/** Where the meanings of the keys start. */
const helpColumn = 12

/** All keys, from `keyBindings`, the signs, and the words of the filter. */
export function helpLines(width: number): readonly Line[] {
  const filter = ['kind:variants', 'op:create', 'field:price', 'group:dealer', 'risk']
  const lines: readonly Line[] = [
    ...keyBindings.map(({ label, help }) => [span(padEnd(label, helpColumn), 'name'), span(help)]),
    line(''),
    ...signMeanings.map(([action, meaning]) => [markOf(action), span(padEnd('', helpColumn - 1)), span(meaning)]),
    [span('\u26A0', 'risk'), span(padEnd('', helpColumn - 1)), span('has a risk, described in the change')],
    line(''),
    [span(padEnd('filter', helpColumn), 'name'), span(`any words; also ${filter.join(', ')}`)],
  ]
  return lines.flatMap((entry) => wrapLine(entry, width, ' '.repeat(helpColumn)))
}

/** The totals in words, without zeros. */
function totalWords({ totals }: PlanView): string {
  const { create, update, remove, cannot } = totals
  const words = [
    [create, 'to create'],
    [update, 'to update'],
    [remove, 'to remove'],
    [cannot, 'cannot be applied'],
  ] as const
  const shown = words.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`)
  return shown.length === 0 ? 'No changes' : shown.join(', ')
}

/** The number of changes that will be applied. */
export function changeCount({ totals }: PlanView): number {
  return totals.create + totals.update + totals.remove
}

function changeBlock(view: ChangeView, width: number): readonly Line[] {
  const { change, risks, place } = view
  const where = [place, ...(change.definitions ?? []).map(definitionText), originText(change.origin)]
    .filter((word) => word !== '')
    .join(' \u00B7 ')
  return [
    ...risks.flatMap((risk) => wrapLine([span('\u26A0 ', 'risk'), span(risk)], width, '  ')),
    ...(where === '' ? [] : wrapLine(line(where, 'faint'), width)),
    ...changeLines(change, width),
  ]
}

function definitionText({ kind, name, source }: Definition): string {
  return sanitizeLine(`${kind}${name === '' ? '' : ` ${name}`} (${source.file}:${source.line})`)
}

function originText(origin: ChangeView['change']['origin']): string {
  switch (origin) {
    case 'git':
      return ''
    case 'adopt':
      return 'already in store'
    case 'store':
      return 'changed in the store'
    case 'both':
      return 'changed in the catalogue and in the store'
    default:
      return origin satisfies never
  }
}

function ofRoot({ name }: ChangeView, root: RootView): Line {
  return [span(name === '' ? ' of ' : ' \u00B7 '), span(root.key)]
}
