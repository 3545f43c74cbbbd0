import type { Change, FieldChange, FileDiff, GridDiff, RecordChange, RootedChange } from '../diff/change.ts'
import { originOfField } from '../diff/compare-fields.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { alikeText } from './alike-text.ts'
import { formatBytes, formatMove, formatPrice } from './amounts.ts'
import { fieldWord, valueWords } from './field-words.ts'
import { gridTable } from './grid-table.ts'
import { entriesText, gridWayText } from './grid-way-text.ts'
import { isPriceField } from './is-price-field.ts'
import { line, type Line, lineWidth, type Span, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import { textChangeLines, textLines } from './text-change.ts'
import { padEnd, widthOf } from './text-width.ts'

const longestShortText = 60
const widestFieldName = 18

/** A grid as lines of at most so many columns. */
type GridFormat = (grid: GridDiff, width: number) => readonly Line[]

/**
 * One change in full, as lines of at most `width` columns: every field before and after, long text word by word, a grid as a table, a
 * file with its sizes, and why a change cannot be applied. `table` formats a grid; default: a table for each currency.
 */
export function changeLines(change: Change, width: number, table: GridFormat = gridTable): readonly Line[] {
  const reason = change.action === 'cannot' ? wrapLine([span('Cannot be applied: ', 'risk'), span(sanitizeLine(change.reason))], width) : []
  const lines = [...reason, ...contentLines(change, width, table)]
  if (lines.length > 0) return lines
  const key = change.kind === 'record' ? linesOf(fieldsOfKey(change), change, width) : []
  return key.length === 0 ? [line(emptyNote(change), 'faint')] : key
}

function contentLines(change: Change, width: number, table: GridFormat): readonly Line[] {
  switch (change.kind) {
    case 'record':
      return fieldLines(change, width)
    case 'grid':
      return [...fieldLines(change, width), ...gridLines(change.grid, width, table)]
    case 'file':
      return fileLines(change.file, width)
    default:
      return change satisfies never
  }
}

/** The fields of a change as lines, names in one column, old values before new ones; fields that are part of the name of the record are left out. */
export function fieldLines(change: RootedChange, width: number): readonly Line[] {
  return linesOf(shownFields(change), change, width)
}

function linesOf(fields: readonly FieldChange[], change: RootedChange, width: number): readonly Line[] {
  const resource = resourceOfChange(change)
  const names = fields.map(({ field }) => fieldWord(resource, field))
  const column = Math.min(widestFieldName, Math.max(0, ...names.map(widthOf))) + 2
  return fields.flatMap((field, index) => {
    const name = span(padEnd(names[index] ?? '', column), 'name')
    if (isLong(field)) return [[name], ...longField(field, width - 2).map((entry) => [span('  '), ...entry])]
    return wrapLine([name, ...shortField(field, change)], width, ' '.repeat(width - column < 20 ? 4 : column))
  })
}

/** The only field of a change on one line, `name value`; `undefined` where the change has several or the line does not fit. */
export function onlyFieldLine(change: RootedChange, width: number): Line | undefined {
  const [field, ...others] = shownFields(change)
  if (field === undefined || others.length > 0 || isLong(field)) return undefined
  const spans = [span(`${fieldWord(resourceOfChange(change), field.field)} `, 'name'), ...shortField(field, change)]
  return lineWidth(spans) < width ? spans : undefined
}

/** The fields of a change that reports show: without those that are part of the name of the record, and empty ones of what is removed. */
export function shownFields(change: RootedChange): readonly FieldChange[] {
  if (change.kind === 'grid') return change.fields
  return change.fields.filter((each) => !(each.field in change.key) && !namesRoot(change, each.field) && !isEmptyBefore(each))
}

/** True for an empty field of a row that is removed. */
function isEmptyBefore({ before, after }: FieldChange): boolean {
  return before === '' && after === null
}

/** What a created record consists of where every field is a part of its key, as of a webhook. */
export function fieldsOfKey(change: RecordChange): readonly FieldChange[] {
  if (change.action !== 'create' || change.again) return []
  return change.fields.filter(({ field }) => !namesRoot(change, field))
}

function namesRoot({ resource, root }: RecordChange, field: string): boolean {
  return resource !== root.resource && resourceOf(resource).fields[field]?.refersTo?.includes(root.resource) === true
}

function longField({ before, after }: FieldChange, width: number): readonly Line[] {
  if ((before ?? '') === '') return textLines(after ?? '', 'added', width)
  if ((after ?? '') === '') return textLines(before ?? '', 'removed', width)
  return textChangeLines(before ?? '', after ?? '', width)
}

function shortField({ field, before, after, base }: FieldChange, change: RootedChange): readonly Span[] {
  const { action } = change
  const resource = resourceOfChange(change)
  const isPrice = isPriceField(resource, field)
  const show = (value: string | null): string =>
    shown(value, (text) => (isPrice ? formatPrice(sanitizeLine(text)) : valueWords(resource, field, text)))
  if (before === null && action === 'create') return [span(show(after), 'added')]
  if (after === null && action === 'remove') return [span(show(before), 'removed')]
  const move = isPrice ? formatMove(before, after) : ''
  return [
    span(show(before), 'removed'),
    span(' \u2192 ', 'faint'),
    span(show(after), 'added'),
    ...remarkSpans(move, 'changed'),
    ...remarkSpans(alikeText(before, after), 'changed'),
    ...remarkSpans(fieldOriginWords({ field, before, after, base }, show), 'risk'),
  ]
}

function remarkSpans(remark: string, tone: Span['tone']): readonly Span[] {
  return remark === '' ? [] : [span(`  ${remark}`, tone)]
}

/** Who changed a field, where it was not only the catalogue; else empty. `show`: the words of a value. */
export function fieldOriginWords(field: FieldChange, show: (value: string | null) => string): string {
  const origin = originOfField(field)
  if (origin === 'store') return 'changed in the store'
  return origin === 'both' ? `changed in the store too, was ${show(field.base)}` : ''
}

function gridLines(grid: GridDiff, width: number, table: GridFormat): readonly Line[] {
  return [...table(grid, width), line(''), ...wrapLine(line(`${entriesText(grid)}. ${gridWayText(grid)}`, 'faint'), width)]
}

function fileLines({ path, from, before, after }: FileDiff, width: number): readonly Line[] {
  const oldSize = before === null ? [] : [span(formatBytes(before.size), 'removed')]
  const newSize = after === null ? [] : [span(after.size === null ? 'rendered from the source' : formatBytes(after.size), 'added')]
  const arrow = oldSize.length > 0 && newSize.length > 0 ? [span(' \u2192 ', 'faint')] : []
  const sizes: Span[] = [...oldSize, ...arrow, ...newSize]
  return [
    wrapLine([span('path    ', 'name'), span(sanitizeLine(path))], width, '        '),
    ...(after === null ? [] : [wrapLine([span('source  ', 'name'), span(sanitizeLine(from))], width, '        ')]),
    wrapLine([span('size    ', 'name'), ...sizes], width, '        '),
  ].flat()
}

function shown(value: string | null, words: (value: string) => string): string {
  if (value === null) return '(none)'
  return value === '' ? '(empty)' : words(value)
}

/** The resource whose fields a change has: for a grid, that of its owner. */
export function resourceOfChange(change: RootedChange): ResourceName {
  return change.kind === 'grid' ? change.grid.owner : change.resource
}

function isLong({ before, after }: FieldChange): boolean {
  return [before, after].some((value) => value !== null && (value.length > longestShortText || value.includes('\n')))
}

/** What there is to say of a change without any content. */
export function emptyNote(change: Change): string {
  const { action } = change
  if (change.kind === 'record' && change.again) return `The store has this row ${String(change.again.copies.length)} times.`
  if (action === 'create') return 'A new record without fields, except its key.'
  return action === 'remove' ? 'The record is removed.' : 'Only its position changes.'
}
