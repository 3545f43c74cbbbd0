import { countOf } from '../../../source/counts.ts'
import type { PageChange, PageData, PageFinding, PageRecord } from '../data/page-data.ts'
import { button, type Child, make } from './dom.ts'
import { fieldList } from './field-view.ts'
import { gridTabs } from '../find/grid-tabs.ts'
import { gridView } from './grid-view.ts'
import { matrixView } from './matrix-view.ts'
import { pictureView } from './picture-view.ts'

/** The sign of an action. */
export const signs = { create: '+', update: '~', remove: '-', cannot: '!' } as const
const verbs = { create: 'is created', update: 'changes', remove: 'is removed', cannot: 'cannot be applied' } as const

/** Changes of one record that are drawn at once; more are drawn on request. */
const mostChanges = 100

/** A record with all its changes. The change with `address` has the class `opened`, and is drawn wherever it is in the list. */
export function detailView(record: PageRecord, data: PageData, address: string): readonly Node[] {
  const { kind, key, title, place, changes, matrix, action } = record
  const name = title === '' || title === key ? '' : ` \u201C${title}\u201D`
  const head = make(
    'header',
    {},
    make(
      'h2',
      { tabindex: -1 },
      make('b', { class: `sign ${action}` }, signs[action]),
      ` ${kind} `,
      make('span', { class: 'key' }, key),
      name,
    ),
    make(
      'p',
      { class: 'faint' },
      place === '' ? '' : `${place} \u00B7 `,
      make('a', { href: linkTo(record.address) }, 'link to this record'),
    ),
  )
  const opened = changes.findIndex((change) => change.address === address)
  const first = changes.slice(0, Math.max(mostChanges, opened + 1))
  const rest = changes.slice(first.length)
  const body = make('div', {}, ...first.map((change) => changeView(change, { record, data, opened: address })))
  const more = button(`Show ${countOf(rest.length, 'more change')}`, () => {
    body.append(...rest.map((change) => changeView(change, { record, data, opened: address })))
    more.remove()
  })
  return [head, ...(matrix ? [matrixView(matrix)] : []), body, ...(rest.length > 0 ? [more] : [])]
}

/** The link to a change. */
export function linkTo(address: string): string {
  return `#${encodeURIComponent(address)}`
}

/** Where a change is shown: in its record, on a page with this data; `opened` is the address of the change that is linked to. */
interface ChangePlace {
  readonly record: PageRecord
  readonly data: PageData
  readonly opened: string
}

function changeView(change: PageChange, shown: ChangePlace): HTMLElement {
  const { data, opened } = shown
  const { address, reason, risks = [], note } = change
  const content: Child[] = [
    ...findingNotes(change, data),
    ...(reason === undefined ? [] : [make('p', { class: 'finding' }, `Cannot be applied: ${reason}`)]),
    ...risks.filter((risk) => !isReported(risk, change, data)).map((risk) => make('p', { class: 'finding' }, risk)),
    ...causeNotes(change, data),
    ...contentOf(change, shown),
    note === undefined ? null : make('p', { class: 'faint' }, note),
  ]
  const attributes = { class: address === opened ? 'change opened' : 'change', 'data-address': address }
  return make('section', attributes, changeHead(change, shown.record), ...content)
}

function changeHead({ address, action, kind, name, place }: PageChange, record: PageRecord): HTMLElement {
  const heading = address === record.address ? verbs[action] : `${kind}${name === '' ? '' : ` ${name}`} ${verbs[action]}`
  return make(
    'h3',
    {},
    make('b', { class: `sign ${action}` }, signs[action]),
    ` ${heading} `,
    make('a', { class: 'anchor', href: linkTo(address), 'aria-label': `Link to ${address}` }, '#'),
    place === '' || place === record.place ? null : make('span', { class: 'faint place' }, place),
  )
}

function contentOf(change: PageChange, { record, data }: ChangePlace): readonly Child[] {
  const { name, fields, grids = [], file } = change
  return [
    fields === undefined ? null : fieldList(fields, data.frameStyle),
    grids.length === 0 ? null : gridView(gridTabs(change, data), name === '' ? record.key : name),
    file === undefined ? null : pictureView(file, data),
  ]
}

function findingNotes({ findings = [] }: PageChange, data: PageData): readonly HTMLElement[] {
  return findings.flatMap((index) => {
    const finding: PageFinding | undefined = data.findings[index]
    return finding === undefined ? [] : [make('p', { class: finding.isStop ? 'finding stop' : 'finding' }, finding.sentence)]
  })
}

/** True where a finding of the change has the same sentence. */
function isReported(risk: string, { findings = [] }: PageChange, data: PageData): boolean {
  return findings.some((index) => data.findings[index]?.sentence === risk)
}

function causeNotes({ causes = [] }: PageChange, data: PageData): readonly HTMLElement[] {
  return causes.flatMap((index) => {
    const cause = data.causes[index]
    if (cause === undefined) return []
    const link = make('a', { href: `#changes?cause=${encodeURIComponent(cause.key)}` }, cause.title)
    return [make('p', { class: 'cause-note' }, 'from ', link, `, with ${countOf(cause.roots, 'record')}`)]
  })
}
