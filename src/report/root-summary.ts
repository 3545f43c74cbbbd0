import type { Change } from '../diff/change.ts'
import { countOf } from '../source/counts.ts'
import { countCells } from '../pricing/grid-sheets.ts'
import { resourceOfChange } from './field-lines.ts'
import { countOfKind, kindOf, kindRank, type Subject, subjectOf } from './kinds.ts'
import { type Span, span } from './line.ts'
import { originWords } from './origin-words.ts'
import { sanitizeLine } from './sanitize.ts'
import { replacedRows, replacementWords } from './view/replaced-rows.ts'
import { type ChangeView, isMovedView, type RootView } from './view/root-view.ts'
import { fieldWord } from './field-words.ts'

const marks: Readonly<Record<Change['action'], Span>> = {
  create: span('+', 'added'),
  update: span('~', 'changed'),
  remove: span('-', 'removed'),
  cannot: span('!', 'risk'),
}

/** The sign of an action, in its tone: `+`, `~`, `-`, and `!` for a change that cannot be applied. */
export function markOf(action: Change['action']): Span {
  return marks[action]
}

/** A root in words: `product OAK-TABLE "Oak table"`. */
export function rootName({ kind, key, title, isFile }: RootView): readonly Span[] {
  const name = [span(`${kind} `), span(key, 'strong')]
  return title === '' || title === key || isFile ? name : [...name, span(` "${title}"`)]
}

/** A change below a root in words: `variant OAK-120`, `prices of OAK-120`. */
export function changeName({ change, kind, name }: ChangeView): readonly Span[] {
  if (change.kind === 'grid') return name === '' ? [span('prices')] : [span('prices of '), span(name, 'strong')]
  return name === '' ? [span(kind)] : [span(`${kind} `), span(name, 'strong')]
}

/**
 * The changes of a root in a few words: for a root that is created or removed, the records below it (`4 variants, 18 price cells`);
 * otherwise the fields and records that change (`title, weight, prices (6 of 9 cells), variants (+1 ~2)`).
 */
export function rootSummary({ action, own, below }: RootView): string {
  const rows = below.filter((view) => !isMovedView(view))
  const possible = rows.filter(({ change }) => change.action !== 'cannot')
  const impossible = rows.length - possible.length
  const replaced = action === 'update' ? replacedRows(possible.map(({ change }) => change)).slice(0, namedReplacements) : []
  const isNamed = new Set<Change>(replaced.flatMap(({ removed, created }) => [removed, created]))
  const others = isNamed.size === 0 ? possible : possible.filter(({ change }) => !isNamed.has(change))
  const words = [...movedFrom(own), ...summaryWords(action, own, others), ...replaced.map(replacementWords)]
  return [...storeWords(own), ...words, ...(impossible === 0 ? [] : [`${impossible} cannot be applied`])].join(', ')
}

/** More are counted like other rows. */
const namedReplacements = 2

/** What somebody did in the store to a file, or to a record that is created again. */
export function storeWords(own: ChangeView | null): string[] {
  if (own === null || own.change.origin === 'adopt') return []
  const { kind, action } = own.change
  const isWhole = kind === 'file' || (kind === 'record' && action === 'create')
  return isWhole ? [originWords(own.change)].filter((words) => words !== '') : []
}

/** The old keys of a record: `moved from TEE`. */
function movedFrom(own: ChangeView | null): string[] {
  const olds = own?.change.kind === 'record' ? (own.change.movedFrom ?? []) : []
  return olds.length === 0 ? [] : [`moved from ${olds.map(({ key }) => sanitizeLine(key)).join(' and ')}`]
}

function summaryWords(action: RootView['action'], own: ChangeView | null, possible: readonly ChangeView[]): string[] {
  if (action === 'remove') return counted(possible)
  if (action !== 'create') return [...fieldNames(own), ...countedByAction(possible)]
  const [removed, created] = [true, false].map((isRemoved) => possible.filter(({ change }) => (change.action === 'remove') === isRemoved))
  return [...counted(created ?? []), ...countedByAction(removed ?? [])]
}

function fieldNames(own: ChangeView | null): string[] {
  if (own === null || own.change.kind === 'file' || own.change.action !== 'update') return []
  const resource = resourceOfChange(own.change)
  return own.change.fields.map(({ field }) => fieldWord(resource, field))
}

/** Rows that every product or variant has: only the table of counts includes them. */
const implied: readonly Subject[] = ['Inventory', 'VariantOptions']

function counted(views: readonly ChangeView[]): string[] {
  return byKind(views.filter(({ change }) => !implied.includes(subjectOf(change)))).map(([subject, members]) => {
    if (subject !== 'PricingAdvanced') return countOfKind(members.length, subject)
    return countOf(cellsOf(members).all, 'price cell')
  })
}

function countedByAction(views: readonly ChangeView[]): string[] {
  return byKind(views).flatMap(([subject, members]) => {
    if (subject === 'PricingAdvanced') return gridWords(members)
    const count = (action: Change['action'], sign: string): string[] => {
      const found = members.filter(({ change }) => change.action === action).length
      return found === 0 ? [] : [`${sign}${found}`]
    }
    return [`${kindOf(subject).many} (${[...count('create', '+'), ...count('update', '~'), ...count('remove', '-')].join(' ')})`]
  })
}

function gridWords(members: readonly ChangeView[]): string[] {
  const own = members.filter(({ name }) => name === '')
  const ofVariants = members.filter(({ name }) => name !== '')
  return [
    ...(own.length === 0 ? [] : [`prices (${cellWords(own)})`]),
    ...(ofVariants.length === 0 ? [] : [`variant prices (${cellWords(ofVariants)})`]),
  ]
}

function cellWords(members: readonly ChangeView[]): string {
  const { created, updated, removed, all } = cellsOf(members)
  return `${created + updated + removed} of ${countOf(all, 'cell')}`
}

/** The numbers of price cells that are created, updated and removed by changes of grids, and of all cells. */
export function cellsOf(members: readonly ChangeView[]): ReturnType<typeof countCells> {
  return countCells(members.flatMap(({ sheets }) => sheets))
}

function byKind(views: readonly ChangeView[]): [Subject, ChangeView[]][] {
  return [...Map.groupBy(views, ({ change }) => subjectOf(change))].toSorted(([a], [b]) => kindRank(a) - kindRank(b))
}
