import { diffSentences, diffWordsWithSpace } from 'diff'
import { wordDiff } from '../../word-diff.ts'
import type { PageField } from '../data/page-data.ts'
import { choiceButtons, make, type Child } from './dom.ts'
import { htmlFrame, isHtml } from './html-frame.ts'

const longestShortText = 60

/** The fields of a change: old and new values; long texts word by word, and HTML texts as page and source too. */
export function fieldList(fields: readonly PageField[], frameStyle: string): HTMLElement {
  const rows = fields.flatMap((field) => [
    make('dt', {}, field.name),
    make('dd', {}, ...(isLong(field) ? longField(field, frameStyle) : shortField(field))),
  ])
  return make('dl', { class: 'fields' }, ...rows)
}

function isLong({ before, after }: PageField): boolean {
  return [before, after].some((value) => value !== null && (value.length > longestShortText || value.includes('\n')))
}

function shortField({ before, after, remark = '' }: PageField): readonly Child[] {
  const sides =
    before === null
      ? [make('ins', {}, shown(after))]
      : after === null
        ? [make('del', {}, shown(before))]
        : [make('del', {}, shown(before)), ' \u2192 ', make('ins', {}, shown(after))]
  return [...sides, remark === '' ? null : make('span', { class: 'remark' }, remark)]
}

function shown(value: string | null): string {
  if (value === null) return '(none)'
  return value === '' ? '(empty)' : value
}

function longField(field: PageField, frameStyle: string): readonly Child[] {
  const { before, after, name, remark = '' } = field
  const view = make('div', { class: 'long-text' })
  const note = remark === '' ? null : make('p', { class: 'remark' }, remark)
  const words = (): Node => wordView(before ?? '', after ?? '')
  if (!isHtml(before) && !isHtml(after)) return [note, words()]
  const ways: readonly (readonly [string, () => readonly Node[]])[] = [
    ['Words', () => [words()]],
    [
      'Page',
      () => [
        make(
          'div',
          { class: 'two-sides' },
          side('Before', before === null ? null : htmlFrame(before, frameStyle, `${name} before`)),
          side('After', after === null ? null : htmlFrame(after, frameStyle, `${name} after`)),
        ),
      ],
    ],
    [
      'Source',
      () => [
        make(
          'div',
          { class: 'two-sides' },
          side('Before', before === null ? null : make('pre', {}, before)),
          side('After', after === null ? null : make('pre', {}, after)),
        ),
      ],
    ],
  ]
  const names = ways.map(([way]) => way)
  return [note, choiceButtons({ label: `Show ${name} as`, names }, (index) => view.replaceChildren(...(ways[index]?.[1]() ?? []))), view]
}

function side(title: string, content: Node | null): HTMLElement {
  return make('figure', {}, make('figcaption', {}, title), content ?? make('p', { class: 'faint' }, 'none'))
}

/** Unchanged text is kept whole: a reviewer reads the change in its sentence. */
function wordView(before: string, after: string): HTMLElement {
  const parts = before === '' || after === '' ? 'rewritten' : wordDiff(before, after, { diffSentences, diffWordsWithSpace })
  if (parts === 'rewritten') {
    const sides = [before === '' ? null : make('del', {}, before), after === '' ? null : make('ins', {}, after)]
    return make('div', { class: 'text' }, ...sides.map((each) => (each === null ? null : make('div', {}, each))))
  }
  const words = parts.map(({ kind, text }) => (kind === 'same' ? text : make(kind === 'added' ? 'ins' : 'del', {}, text)))
  return make('div', { class: 'text' }, ...words)
}
