import type { Change, FieldChange, FileContentChange, GridChange } from '../diff/change.ts'
import { findResource } from '../resources/registry.ts'
import { countOf, formatBytes, formatMove, formatPrice } from './amounts.ts'
import { gridTable } from './grid-table.ts'
import { isPriceField } from './is-price-field.ts'
import { line, type Line, type Span, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import { textChangeLines, textLines } from './text-change.ts'
import { padEnd, widthOf } from './text-width.ts'

const longestShortText = 60
const widestFieldName = 18

/**
 * One change in full, as lines of at most `width` columns: every field old and new, long text word by word, a grid as a table, a
 * file with its sizes, and why a change cannot be done.
 */
export function changeLines(change: Change, width: number): readonly Line[] {
  const lines = [
    ...(change.reason === undefined ? [] : wrapLine([span('Cannot be done: ', 'risk'), span(sanitizeLine(change.reason))], width)),
    ...fieldLines(change, width),
    ...(change.grid === undefined ? [] : gridLines(change.grid, width)),
    ...(change.file === undefined ? [] : fileLines(change.file, width)),
  ]
  return lines.length === 0 ? [line(emptyNote(change), 'faint')] : lines
}

/** The fields of a change as lines, names in one column; old values before new ones. Those that its name already says are left out. */
export function fieldLines(change: Change, width: number): readonly Line[] {
  const { action, resource } = change
  const fields = change.fields.filter(({ field }) => !(field in change.key) && !namesRoot(change, field))
  const names = fields.map(({ field }) => sanitizeLine(field))
  const column = Math.min(widestFieldName, Math.max(0, ...names.map(widthOf))) + 2
  return fields.flatMap((field, index) => {
    const name = span(padEnd(names[index] ?? '', column), 'name')
    if (isLong(field)) return [[name], ...longField(field, width - 2).map((entry) => [span('  '), ...entry])]
    return wrapLine(
      [name, ...shortField(field, action, isPriceField(resource, field.field))],
      width,
      ' '.repeat(width - column < 20 ? 4 : column),
    )
  })
}

function namesRoot({ resource, rootResource }: Change, field: string): boolean {
  if (rootResource === null || resource === rootResource) return false
  return findResource(resource)?.fields[field]?.refersTo?.includes(rootResource) === true
}

function longField({ before, after }: FieldChange, width: number): readonly Line[] {
  if ((before ?? '') === '') return textLines(after ?? '', 'added', width)
  if ((after ?? '') === '') return textLines(before ?? '', 'removed', width)
  return textChangeLines(before ?? '', after ?? '', width)
}

function shortField({ before, after }: FieldChange, action: Change['action'], isPrice: boolean): Span[] {
  const show = (value: string | null): string => shown(value, isPrice)
  if (before === null && action === 'create') return [span(show(after), 'added')]
  if (after === null && action === 'remove') return [span(show(before), 'removed')]
  const move = isPrice ? formatMove(before, after) : ''
  return [
    span(show(before), 'removed'),
    span(' \u2192 ', 'faint'),
    span(show(after), 'added'),
    ...(move === '' ? [] : [span(`  ${move}`, 'changed')]),
  ]
}

function gridLines(grid: GridChange, width: number): readonly Line[] {
  return [...gridTable(grid, width), line(''), ...wrapLine(line(wayText(grid), 'faint'), width)]
}

function wayText({ way, before, after, bridgePrice, onSale, leftOver }: GridChange): string {
  const price = bridgePrice === null ? 'the simple price' : `the simple price ${formatPrice(sanitizeLine(bridgePrice))}`
  const entries = `${countOf(before.length, 'entry', 'entries')} in the store, ${after.length} after.`
  switch (way) {
    case 'in-place':
      return `${entries} Entries are changed and added in place; none goes away meanwhile.`
    case 'fresh':
      return `${entries}${leftOver ? ' Those that a deleted record left behind go first.' : ''} They are written while the grid is off, then it is turned on.`
    case 'bridge':
      return `${entries} All are deleted and written again${onSale ? `; meanwhile shoppers pay ${price}` : ', while no shopper sees them'}.`
    case 'clear':
      return `${entries} The grid goes away; ${price} stands.`
    default:
      return way satisfies never
  }
}

function fileLines({ path, from, before, after }: FileContentChange, width: number): readonly Line[] {
  const made = after.size === null ? 'made of the source' : formatBytes(after.size)
  const sizes: Span[] =
    before === null ? [span(made, 'added')] : [span(formatBytes(before.size), 'removed'), span(' \u2192 ', 'faint'), span(made, 'added')]
  return [
    wrapLine([span('path    ', 'name'), span(sanitizeLine(path))], width, '        '),
    wrapLine([span('source  ', 'name'), span(sanitizeLine(from))], width, '        '),
    wrapLine([span('size    ', 'name'), ...sizes], width, '        '),
  ].flat()
}

function shown(value: string | null, isPrice: boolean): string {
  if (value === null) return '(none)'
  if (value === '') return '(empty)'
  return isPrice ? formatPrice(sanitizeLine(value)) : sanitizeLine(value)
}

function isLong({ before, after }: FieldChange): boolean {
  return [before, after].some((value) => value !== null && (value.length > longestShortText || value.includes('\n')))
}

function emptyNote({ action }: Change): string {
  if (action === 'create') return 'It is new, with nothing but its key.'
  return action === 'remove' ? 'It goes away.' : 'Only its place in the order changes.'
}
