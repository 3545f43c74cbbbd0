import { countOf } from '../../../source/counts.ts'
import type { PageChange, PageData, PageFile } from '../data/page-data.ts'
import { linkTo, signs } from './detail-view.ts'
import { appendPaged, byId, make } from './dom.ts'
import { urlOf } from './picture-view.ts'

const pageSize = 120

/** The contact sheet: all pictures that the plan creates, replaces or removes. */
export function drawPicturesTab(data: PageData): void {
  const files = data.records.flatMap(({ changes }) =>
    changes.flatMap((change) => (change.file === undefined ? [] : [{ change, file: change.file }])),
  )
  const sheet = make('div', { class: 'sheet' })
  const more = appendPaged(sheet, { items: files, pageSize, noun: 'picture', draw: ({ change, file }) => card(change, file, data) })
  const remark = byId('pictures-tab').dataset['remark'] ?? ''
  const note = make(
    'p',
    { class: 'faint' },
    files.length === 0 ? 'The plan changes no pictures.' : `${countOf(files.length, 'picture')}. ${remark}`,
  )
  byId('pictures-tab').replaceChildren(make('h2', {}, 'Pictures'), note, sheet, more)
}

function card(change: PageChange, file: PageFile, data: PageData): HTMLElement {
  const shown = file.after ?? file.before
  const url = shown && urlOf(shown, data)
  const name = file.path.split('/').at(-1) ?? file.path
  const picture =
    url === null
      ? make('div', { class: 'no-thumbnail' }, shown?.note ?? 'no thumbnail')
      : make('img', { src: url, alt: '', loading: 'lazy' })
  const caption = make('figcaption', {}, make('b', { class: `sign ${change.action}` }, signs[change.action]), ` ${name}`)
  return make('a', { href: linkTo(change.address) }, make('figure', {}, picture, caption, make('p', { class: 'faint' }, shown?.size ?? '')))
}
