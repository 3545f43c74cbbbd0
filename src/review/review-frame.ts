import { countOf, formatCount } from '../source/counts.ts'
import { cutLine, line, type Line, lineWidth, span, spread, wrapLine } from '../report/line.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import { boxLines } from './box-lines.ts'
import { isTextInput, keyBindings } from './review-keys.ts'
import { modelBounds, type ReviewModel } from './review-model.ts'
import type { ReviewGroup } from './review-groups.ts'
import type { ReviewRow } from './row-list.ts'
import { chosenTab, type ReviewBounds, type ReviewState, rowAt } from './review-state.ts'
import { rowLine } from './row-line.ts'
import { type DetailSize, detailTitle } from './details.ts'
import { changeCount, confirmLines, helpLines, summaryLines } from './text-screens.ts'

/** Columns and rows of a terminal. */
export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

/** A screen: a head, one box or two side by side, and a foot. As many lines as the terminal has rows. */
export interface ReviewFrame {
  readonly head: Line
  readonly boxes: readonly (readonly Line[])[]
  readonly foot: Line
}

/** In narrower terminals there is no pane beside the list. */
const narrowestWithPane = 60

/** The limits of a review on a terminal of this size. */
export function boundsOf(model: ReviewModel, size: TerminalSize): ReviewBounds {
  return {
    ...modelBounds(model),
    height: innerHeight(size),
    textLength: (state) => textOf(state, model, size.columns - 4).length,
  }
}

/** The screen for a state. Only the rows in the window are formatted. */
export function reviewFrame(state: ReviewState, model: ReviewModel, size: TerminalSize): ReviewFrame {
  const boxes = state.screen === 'list' ? listBoxes(state, model, size) : [textBox(state, model, size)]
  return { head: headLine(state, model, size.columns), boxes, foot: footLine(state, model, size.columns) }
}

function headLine(state: ReviewState, { view }: ReviewModel, width: number): Line {
  const name = span(view.store.name, 'strong')
  const skipped = state.skipped.size === 0 ? '' : `  ${countOf(state.skipped.size, 'record')} skipped`
  const count = `${countOf(changeCount(view.totals), 'change')}${skipped}`
  const isFiltered = state.filter !== '' || state.isTyping
  const filter = isFiltered
    ? [
        span('/', 'name'),
        span(sanitizeLine(state.filter)),
        span(state.isTyping ? '\u258F' : ''),
        span(` (${countOf(state.shown.matches, 'match', 'matches')})`, 'faint'),
      ]
    : [span(`plan ${view.shortHash}`, 'faint')]
  const short: Line = [name, span(`  ${count}`)]
  return (
    spread([name, span(`  ${view.store.baseUrl}  ${count}`)], filter, width) ??
    spread(short, filter, width) ??
    cutLine(isFiltered ? filter : short, width)
  )
}

function footLine(state: ReviewState, { confirmWordOf, search, hasConfirmation }: ReviewModel, width: number): Line {
  if (state.notice !== '') return cutLine(line(state.notice, 'risk'), width)
  const completions = state.isTyping ? search.complete(state.filter) : []
  if (completions.length > 0) {
    const words = completions.flatMap(({ word, count }): Line => [
      span(`   ${sanitizeLine(word)}`),
      span(` ${formatCount(count)}`, 'faint'),
    ])
    return cutLine([span('Tab', 'name'), ...words], width)
  }
  if (state.screen === 'confirm' && confirmWordOf(state) === null) return cutLine([span('Esc', 'name'), span(' back')], width)
  if (isTextInput(state)) {
    const enter = state.screen === 'confirm' ? 'apply' : 'keep filter'
    return cutLine(
      [span('Enter', 'name'), span(` ${enter}   `), span('Esc', 'name'), span(state.screen === 'confirm' ? ' back' : ' clear filter')],
      width,
    )
  }
  const keys = keyBindings
    .filter(
      ({ foot, on, action }) =>
        foot !== undefined && on.includes(state.screen) && (action.type !== 'show' || action.what !== 'confirm' || hasConfirmation),
    )
    .map(({ label, foot = '' }): Line => [span(label, 'name'), span(` ${foot}`)])
  return lastThatFit(keys, width)
}

/** The keys on one line; where they do not fit, the last ones: help and quit are the last two. */
function lastThatFit(keys: readonly Line[], width: number): Line {
  const spans = keys.flatMap((key, index) => (index === 0 ? key : [span('   '), ...key]))
  return lineWidth(spans) <= width || keys.length === 1 ? cutLine(spans, width) : lastThatFit(keys.slice(1), width)
}

function listBoxes(state: ReviewState, model: ReviewModel, size: TerminalSize): (readonly Line[])[] {
  const hasPane = size.columns >= narrowestWithPane
  const listWidth = hasPane ? Math.min(80, Math.round(size.columns * 0.45)) : size.columns
  const list = listBox(state, model, { columns: listWidth, rows: size.rows })
  return hasPane ? [list, paneBox(state, model, { columns: size.columns - listWidth, rows: size.rows })] : [list]
}

function listBox(state: ReviewState, model: ReviewModel, size: TerminalSize): readonly Line[] {
  const { shown, cursor, top } = state
  const window = shown.rows.slice(top, top + innerHeight(size))
  const lines = window.map((row, at) => rowLine(row, { model, state, isCursor: top + at === cursor, width: size.columns - 4 }))
  const width = size.columns - 4
  const problem = lines.length === 0 ? model.search.problemOf(state.filter) : null
  const content = lines.length > 0 ? lines : wrapLine(problem === null ? line('No matches.', 'faint') : line(problem, 'risk'), width)
  const remark = shown.rows.length === 0 ? '0/0' : `${formatCount(cursor + 1)}/${formatCount(shown.rows.length)}`
  return boxLines(content, { width: size.columns, height: innerHeight(size) + 2, title: line(listTitle(state), 'strong'), remark })
}

function listTitle({ grouping, order }: ReviewState): string {
  const by = grouping === 'record' ? '' : ` by ${grouping}`
  return `changes${by}${order === 'plan' ? '' : `, by ${order}`}`
}

function paneBox(state: ReviewState, model: ReviewModel, size: TerminalSize): readonly Line[] {
  const row = rowAt(state)
  const group = groupOf(row, state, model)
  const lines = row === undefined ? [] : model.detailOf(row, group, detailSize(state, row, size.columns - 4))
  const height = innerHeight(size)
  const remark = lines.length > height ? `1-${height}/${lines.length} \u00B7 Enter: show all` : ''
  return boxLines(lines, {
    width: size.columns,
    height: height + 2,
    title: row === undefined ? line('') : detailTitle(row, group, model.view),
    remark,
  })
}

function textBox(state: ReviewState, model: ReviewModel, size: TerminalSize): readonly Line[] {
  const lines = textOf(state, model, size.columns - 4)
  const height = innerHeight(size)
  const last = Math.min(lines.length, state.scroll + height)
  const remark = lines.length > height ? `${state.scroll + 1}-${last}/${lines.length}` : ''
  return boxLines(lines.slice(state.scroll, last), { width: size.columns, height: height + 2, title: titleOf(state, model), remark })
}

function textOf(state: ReviewState, model: ReviewModel, width: number): readonly Line[] {
  switch (state.screen) {
    case 'summary':
      return summaryLines(model.view, width)
    case 'confirm':
      return confirmLines(
        model.view,
        { confirmWord: model.confirmWordOf(state), guards: model.guardsOf(state), command: model.command, state },
        width,
      )
    case 'help':
      return helpLines(width)
    case 'detail':
    case 'list': {
      const row = rowAt(state)
      return row === undefined ? [] : model.detailOf(row, groupOf(row, state, model), detailSize(state, row, width))
    }
    default:
      return state.screen satisfies never
  }
}

function titleOf(state: ReviewState, model: ReviewModel): Line {
  const row = rowAt(state)
  if (state.screen === 'detail' && row !== undefined) return detailTitle(row, groupOf(row, state, model), model.view)
  const titles = { summary: 'summary', confirm: 'apply', help: 'keys', detail: '', list: '' }
  return line(titles[state.screen], 'strong')
}

function groupOf(row: ReviewRow | undefined, { grouping, order }: ReviewState, { groupsOf }: ReviewModel): ReviewGroup | undefined {
  return row && groupsOf(grouping, order)[row.group]
}

function detailSize(state: ReviewState, row: ReviewRow, width: number): DetailSize {
  return { width, pictures: state.pictures, tab: chosenTab(state, row) }
}

function innerHeight({ rows }: TerminalSize): number {
  return Math.max(1, rows - 4)
}
