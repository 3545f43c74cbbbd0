import type { FieldChange, FileDiff, RecordChange, RootedChange } from '../../../diff/change.ts'
import { alikeText } from '../../alike-text.ts'
import { formatBytes, formatMove, formatPrice } from '../../amounts.ts'
import { emptyNote, fieldOriginWords, fieldsOfKey, resourceOfChange, shownFields } from '../../field-lines.ts'
import { fieldWord, valueWords } from '../../field-words.ts'
import { entriesText, gridWayText } from '../../grid-way-text.ts'
import { isPriceField } from '../../is-price-field.ts'
import { paidRatios } from '../../view/moves-of.ts'
import type { ChangeView } from '../../view/root-view.ts'
import { sanitize, sanitizeLine } from '../../sanitize.ts'
import { heatSheets } from '../chart/heat-sheet.ts'
import type { PageChange, PageField, PageFile } from './page-data.ts'
import type { ThumbnailList } from './thumbnail-list.ts'

type Content = Pick<PageChange, 'fields' | 'grids' | 'moves' | 'note' | 'file'>

/** What a change contains: its fields, the sheets of its grid, or its file. */
export function changeContent(view: ChangeView, thumbnails: ThumbnailList): Content {
  const { change, sheets } = view
  if (change.kind === 'file') return { file: fileOf(change.file, thumbnails) }
  const moves = paidRatios(view)
  const content = { ...fieldsOf(change), ...(moves.length > 0 && { moves }) }
  if (change.kind === 'record') return { ...content, ...noteOf(change, content) }
  return { ...content, grids: heatSheets(sheets), note: `${entriesText(change.grid)}. ${gridWayText(change.grid)}` }
}

function fieldsOf(change: RootedChange): Pick<Content, 'fields'> {
  const own = shownFields(change)
  const shown = own.length === 0 && change.kind === 'record' ? fieldsOfKey(change) : own
  return shown.length === 0 ? {} : { fields: shown.map((field) => fieldOf(field, change)) }
}

/** A record that the store has several times, and one without content, have a note; one that cannot be changed has its reason. */
function noteOf(change: RecordChange, { fields }: Pick<Content, 'fields'>): Pick<Content, 'note'> {
  return change.again || (fields === undefined && change.action !== 'cannot') ? { note: emptyNote(change) } : {}
}

function fieldOf(field: FieldChange, change: RootedChange): PageField {
  const { before, after } = field
  const resource = resourceOfChange(change)
  const isPrice = isPriceField(resource, field.field)
  const wordsOf = (value: string): string => (/[\n\r\t]/.test(value) ? textOf(value) : valueWords(resource, field.field, value))
  const show = (value: string | null): string | null =>
    value === null ? null : isPrice ? formatPrice(sanitizeLine(value)) : wordsOf(value)
  const remarks = [
    isPrice ? formatMove(before, after) : '',
    alikeText(before, after),
    fieldOriginWords(field, (value) => show(value) ?? '(none)'),
  ]
  const remark = remarks.filter((words) => words !== '').join(', ')
  return {
    name: fieldWord(resource, field.field),
    before: show(before),
    after: show(after),
    ...(remark !== '' && { remark }),
  }
}

/** A text with its lines. */
function textOf(value: string): string {
  return sanitize(value.replace(/\r\n?/g, '\n'))
}

function fileOf({ path, from, before, after }: FileDiff, thumbnails: ThumbnailList): PageFile {
  return {
    path: sanitizeLine(path),
    from: sanitizeLine(from),
    before:
      before === null
        ? null
        : { size: formatBytes(before.size), sha256: sanitizeLine(before.sha256 ?? ''), ...thumbnails.find('before', path) },
    after:
      after === null
        ? null
        : {
            size: after.size === null ? 'rendered from the source' : formatBytes(after.size),
            sha256: sanitizeLine(after.sha256),
            ...thumbnails.find('after', path),
          },
  }
}
