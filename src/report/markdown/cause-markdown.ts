import { countOf } from '../../source/counts.ts'
import { changesLines } from '../change-list.ts'
import { groupName, priceText, rangeName } from '../grid-table.ts'
import { paint } from '../line.ts'
import { isMoved } from '../../pricing/grid-sheets.ts'
import { plainTheme } from '../theme.ts'
import type { AloneView, CauseView } from '../view/cause-view.ts'
import { farthestMove } from '../view/moves-of.ts'
import { applicableAlone, type PlanView } from '../view/plan-view.ts'
import type { RootView } from '../view/root-view.ts'
import { changeOfUnit, rootsOfUnits, unitsOfAlone } from '../view/units.ts'
import { amountCell, codeBlock, codeCell, codeSpan, htmlCode } from './code-text.ts'
import { foldFoot, foldHead } from './fold.ts'
import type { Item, Section } from './sections.ts'

const most = { outliers: 10, records: 20, lines: 60 }
const width = 110

/** The causes of a plan, folded, each with its prices and its first records. */
export function causeSection({ causes, roots }: PlanView): Section {
  return {
    head: `\n#### By cause\n\n`,
    items: causes.map((cause): Item => ({ forms: [() => wholeCause(cause, roots), () => causeLine(cause)] })),
    foot: '',
    more: (count) => `\n\u2026 and ${countOf(count, 'more cause')}.\n`,
  }
}

/** The records without a shared cause, folded. */
export function aloneSection(view: PlanView): Section {
  const { roots } = view
  const possible = applicableAlone(view)
  return {
    head: foldHead(`<b>One by one</b>: ${countOf(possible.length, 'record')}`),
    items: possible.map((each): Item => ({ forms: [() => wholeRecord(each, roots), () => recordLine(each, roots)] })),
    foot: foldFoot,
    more: (count) => `- \u2026 and ${countOf(count, 'more record')}\n`,
  }
}

function causeLine({ title, summary, place }: CauseView): string {
  return `- ${codeSpan(title)}: ${codeSpan(summary)}${place === '' ? '' : ` at ${codeSpan(place)}`}\n`
}

function wholeCause(cause: CauseView, roots: readonly RootView[]): string {
  const { title, summary, place } = cause
  const blocks = [
    place === '' ? '' : `${codeSpan(place)}\n`,
    priceLine(cause),
    outlierTable(cause, roots),
    cause.kind === 'store' ? '' : exampleTable(cause, roots),
  ]
  const lists = [...blocks, cause.prices === null || cause.kind === 'store' ? recordLines(cause, roots) : ''].filter(
    (block) => block !== '',
  )
  return `${foldHead(`${htmlCode(title)}: ${htmlCode(summary)}`)}${lists.join('\n')}${foldFoot}`
}

function priceLine({ prices, groups }: CauseView): string {
  if (prices === null) return ''
  const range = ({ lowest, highest }: typeof prices.before): string => [...new Set([lowest, highest])].map(amountCell).join(' to ')
  const names = groups.slice(0, most.records).map((code) => codeSpan(groupName(code)))
  return `Prices ${range(prices.before)} \u2192 ${range(prices.after)}, ${countOf(prices.moves, 'move')}; groups: ${names.join(', ')}\n`
}

function outlierTable({ units, outliers, prices }: CauseView, roots: readonly RootView[]): string {
  const rows = units.slice(0, Math.min(outliers, most.outliers)).flatMap((unit) => {
    const view = changeOfUnit(roots, unit)
    const move = view && farthestMove(view, prices?.medianLog)
    if (move === undefined) return []
    return [
      `| ${codeCell(move.sku)} | ${codeCell(move.where)} | ${amountCell(move.before)} | **${amountCell(move.after)}** | ${move.percent} |`,
    ]
  })
  if (rows.length === 0) return ''
  const more = outliers > rows.length ? `\n\u2026 and ${countOf(outliers - rows.length, 'more outlier')}.\n` : ''
  return `| outlier | where | before | after | |\n|---|---|--:|--:|--:|\n${rows.join('\n')}\n${more}`
}

/** The prices of the first record that moves as the others do: quantities by groups, one table for each currency. */
function exampleTable({ units, outliers }: CauseView, roots: readonly RootView[]): string {
  const view = units
    .slice(outliers, outliers + most.records)
    .map((unit) => changeOfUnit(roots, unit))
    .find((each) => each !== undefined && each.sheets.length > 0)
  if (view === undefined || view.change.kind !== 'grid') return ''
  const tables = view.sheets.slice(0, 3).map(({ currency, ranges, groups }) => {
    const columns = ranges.slice(0, 8)
    const rows = groups.slice(0, most.records).map(({ code, cells }) => {
      const texts = columns.map((_, column) => {
        const cell = cells[column]
        if (cell === undefined || (cell.before.length === 0 && cell.after.length === 0)) return ''
        return isMoved(cell) ? `${pricesOf(cell.before)} \u2192 **${pricesOf(cell.after)}**` : pricesOf(cell.after)
      })
      return `| ${codeCell(groupName(code))} | ${texts.join(' | ')} |`
    })
    const head = `| ${currency === '' ? '' : codeCell(currency)} | ${columns.map(rangeName).join(' | ')} |`
    return `${head}\n|---|${columns.map(() => '--:|').join('')}\n${rows.join('\n')}\n`
  })
  return `Such as ${codeSpan(view.change.sku)}:\n\n${tables.join('\n')}`
}

function pricesOf(prices: readonly string[]): string {
  return prices.length === 0 ? 'none' : amountCell(priceText(prices))
}

function recordLines({ units }: CauseView, roots: readonly RootView[]): string {
  const indexes = [...new Set(units.map(({ root }) => root))]
  const shown = new Set(indexes.slice(0, most.records))
  const parts = rootsOfUnits(
    roots,
    units.filter(({ root }) => shown.has(root)),
  )
  const more = indexes.length > shown.size ? `\n\u2026 and ${countOf(indexes.length - shown.size, 'more record')}.\n` : ''
  return `${listOf(parts)}${more}`
}

function wholeRecord(alone: AloneView, roots: readonly RootView[]): string {
  return `\n${listOf(rootsOfUnits(roots, unitsOfAlone(alone)))}\n`
}

function listOf(parts: readonly RootView[]): string {
  const lines = changesLines(parts, { width, verbose: false }, false).map((entry) => paint(entry, plainTheme).trimEnd())
  const shown = lines.slice(0, most.lines)
  return codeBlock(
    [...shown, ...(lines.length > shown.length ? [`\u2026 ${countOf(lines.length - shown.length, 'more line')}`] : [])],
    'diff',
  )
}

function recordLine(alone: AloneView, roots: readonly RootView[]): string {
  const [root] = rootsOfUnits(roots, unitsOfAlone(alone))
  if (root === undefined) return ''
  const { kind, key, place, own, below } = root
  const changes = (own === null ? 0 : 1) + below.length
  return `- ${codeSpan(`${kind} ${key}`)}: ${countOf(changes, 'change')}${place === '' ? '' : ` at ${codeSpan(place)}`}\n`
}
