import type { Change } from '../../diff/change.ts'
import type { Plan } from '../../plan/plan.ts'
import { countOf, formatCount } from '../../source/counts.ts'
import { paint } from '../line.ts'
import { totalsText, baseNotices } from '../plan-totals.ts'
import { proposalLines } from '../proposal-lines.ts'
import { selectionLines } from '../selection-lines.ts'
import { plainTheme } from '../theme.ts'
import { keptLines, keptName, untouchedLines } from '../untouched-lines.ts'
import { type ReplacedRow, replacedRows } from '../view/replaced-rows.ts'
import { columnWords, removedColumns } from '../view/removed-prices.ts'
import { sanitizeLine } from '../sanitize.ts'
import { planView, type PlanView } from '../view/plan-view.ts'
import type { ChangeView, KindCounts, RootView } from '../view/root-view.ts'
import { aloneSection, causeSection } from './cause-markdown.ts'
import { codeSpan, htmlCode, markerText } from './code-text.ts'
import { foldFoot, foldHead } from './fold.ts'
import { bytesOf, type Item, renderSections, type Section } from './sections.ts'

/** What a report in Markdown is for. */
export interface MarkdownSize {
  /** The most UTF-8 bytes; at least `leastBytes`. */
  readonly maxBytes: number
  /** The folder of the catalogue in its repository; empty for its root. */
  readonly folder: string
}

/**
 * A plan in Markdown for a comment or the summary of a job, within `maxBytes`: a hidden marker with store, folder and plan hash, the totals,
 * what to look at first and every removal, shown or counted; then causes and single records, folded. Texts of the catalogue and the store are
 * in code spans and blocks of code, where they mean nothing.
 */
export function planMarkdown(plan: Plan, { maxBytes, folder }: MarkdownSize): string {
  const view = planView(plan)
  const head = headText(view, folder)
  const foot = footText(view)
  const sections = [
    findingSection(view),
    removalSection(view),
    causeSection(view),
    aloneSection(view),
    cannotSection(view),
    noticeSection(view),
  ]
  const filled = sections.filter(({ items }) => items.length > 0)
  return `${head}${renderSections(filled, maxBytes - bytesOf(head) - bytesOf(foot))}${foot}`
}

function headText(view: PlanView, folder: string): string {
  const { store, planHash, shortHash, totals, guards, kinds } = view
  const changes = totals.create + totals.update + totals.remove
  const where = folder === '' ? '' : ` \u00B7 ${codeSpan(folder)}`
  const stopped = guards.length === 0 ? '' : `\n> [!CAUTION]\n> ${countOf(guards.length, 'guard')} would stop the apply of this plan.\n`
  return [
    `<!-- planogram:plan store=${markerText(store.name)} folder=${markerText(folder)} hash=${markerText(planHash)} -->\n`,
    `### Plan for ${codeSpan(store.name)}${where} \u00B7 ${countOf(changes, 'change')}\n\n`,
    `${view.undoes === null ? `**${totalsText(view)}**` : codeSpan(totalsText(view))} Plan ${codeSpan(shortHash)} for ${codeSpan(store.baseUrl)}.\n`,
    stopped,
    kinds.length === 0 ? '' : `\n${countTable(kinds)}`,
  ].join('')
}

function countTable(kinds: readonly KindCounts[]): string {
  const rows = kinds.map(({ name, create, update, remove, cannot }) => {
    const cells = [create, update, remove, cannot].map((count) => (count === 0 ? '' : formatCount(count)))
    return `| ${name.trim()} | ${cells.join(' | ')} |\n`
  })
  return `| | create | update | remove | cannot |\n|---|--:|--:|--:|--:|\n${rows.join('')}`
}

function findingSection({ findings }: PlanView): Section {
  return {
    head: '\n#### Look at first\n\n',
    items: findings.map(({ stops, sentence, place }): Item => ({
      forms: [600, 120].map((columns) => () => {
        const where = place === '' || sentence.includes(place) ? '' : ` at ${codeSpan(place)}`
        return `- ${stops ? '**stops** ' : ''}${codeSpan(sentence, columns)}${where}\n`
      }),
    })),
    foot: '',
    more: (count) => `- \u2026 and ${countOf(count, 'more finding')}\n`,
  }
}

/** Every removed record, price grid and row, and what leaves a grid that stays; what belongs to a removed root record is counted with it. */
function removalSection({ roots }: PlanView): Section {
  const removed = roots.flatMap(removedOf)
  return {
    head: `\n#### Removed (${formatCount(removed.length)})\n\n`,
    items: removed.map((name): Item => ({ forms: [() => `- ${name}\n`] })),
    foot: '',
    more: (count) => `- \u2026 and ${formatCount(count)} more\n`,
  }
}

function removedOf(root: RootView): readonly string[] {
  const { own, below, kind, key, title } = root
  const rows = below.filter(({ change }) => change.action === 'remove')
  if (own?.change.action !== 'remove') {
    const replaced = new Map<Change, ReplacedRow>(replacedRows(below.map(({ change }) => change)).map((row) => [row.removed, row]))
    const of = codeSpan(`${root.kind} ${key}`)
    return below.flatMap((view) => {
      const names = view.change.action === 'remove' ? [nameOf(view)] : columnNames(view)
      const by = replaced.get(view.change)
      return names.map((name) => `${codeSpan(name)} of ${of}${by === undefined ? '' : `, replaced by ${codeSpan(by.to)}`}`)
    })
  }
  const name = title === '' || title === key ? `${kind} ${key}` : `${kind} ${key} "${title}"`
  return [`${codeSpan(name)}${rows.length === 0 ? '' : ` with ${countOf(rows.length, 'row')}`}`]
}

function columnNames({ change }: ChangeView): readonly string[] {
  if (change.kind !== 'grid') return []
  return removedColumns(change).map((column) => sanitizeLine(`prices ${change.sku} ${columnWords(column)}`))
}

function nameOf({ kind, name, change }: ChangeView): string {
  return change.kind === 'grid' ? `prices ${change.sku}` : `${kind} ${name}`.trimEnd()
}

function cannotSection({ roots, totals }: PlanView): Section {
  const views = roots.flatMap((root) =>
    [root.own, ...root.below].flatMap((view) => (view?.change.action === 'cannot' ? [{ root, view }] : [])),
  )
  const reasons = [...Map.groupBy(views, ({ view }) => view.reason)]
  return {
    head: foldHead(`<b>Cannot be applied</b>: ${countOf(totals.cannot, 'change')}`),
    items: reasons.map(([reason, members]): Item => ({
      forms: [
        () =>
          `- ${codeSpan(members[0] === undefined ? '' : `${members[0].root.key}: ${nameOf(members[0].view)}`)}${othersText(members.length)}: ${codeSpan(reason, 400)}\n`,
      ],
    })),
    foot: foldFoot,
    more: (count) => `- \u2026 for ${countOf(count, 'other reason')}\n`,
  }
}

function othersText(count: number): string {
  return count === 1 ? '' : ` and ${countOf(count - 1, 'other change')}`
}

/** What the history says against the plan, what it is limited to, what it leaves as it is, what seems to have moved, and its notices. */
function noticeSection({ selection, untouched, notices, warnings, proposal, unread, base }: PlanView): Section {
  const size = { width: 600, verbose: false, unread }
  const moves = proposalLines(proposal, size)
  const lines = [
    ...selectionLines(selection, size),
    ...untouchedLines({ ...untouched, drift: [] }, size),
    ...moves.before,
    ...moves.yaml,
    ...moves.after,
  ].map((entry) => paint(entry, plainTheme))
  const drift = untouched.drift.map((change) => keptText(change, size.width))
  const notes = [...warnings, ...baseNotices({ base }), ...lines, ...drift, ...notices]
  return {
    head: foldHead(countOf(notes.length, 'note')),
    items: notes.map((note): Item => ({ forms: [600, 120].map((columns) => () => `- ${codeSpan(note, columns)}\n`) })),
    foot: foldFoot,
    more: (count) => `- \u2026 and ${countOf(count, 'more note')}\n`,
  }
}

/** A change of the store that stays, on one line: the value of the store before that of the catalogue. */
function keptText(change: Change, width: number): string {
  const values = keptLines(change, width).map((entry) => paint(entry, plainTheme).trim().replaceAll(/ {2,}/g, ' '))
  return `changed in the store, and kept: ${keptName(change)}${values.length === 0 ? '' : ` (${values.join('; ')})`}`
}

function footText({ isEmpty, planHash }: PlanView): string {
  return isEmpty ? '' : `\n<sub>Hash of this plan, for ${htmlCode('planogram apply --plan-hash')}: ${htmlCode(planHash)}</sub>\n`
}
