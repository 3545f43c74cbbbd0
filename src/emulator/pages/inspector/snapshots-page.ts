import { shownDifference, type StateDifference } from '../../snapshots/diff-states.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import { actionForm, type Inspector, inspectorAddress, type InspectorPage } from './inspector.ts'
import { short, table } from '../table.ts'

const mostShown = 500

function differenceRow({ resource, key, change, fields }: StateDifference): readonly Part[] {
  const changed = Object.entries(fields).map(
    ([name, [before, after]]) =>
      html`<span class="change"><b>${name}</b> <del>${short(before ?? 'not set')}</del> <ins>${short(after ?? 'not set')}</ins></span>`,
  )
  return [resource, key, change, changed]
}

function differences({ sources }: Inspector, { from, to }: { from: string; to: string }): Html {
  const found = sources.snapshots.diff(from, to === '' ? undefined : to)
  return html`<h2>From ${from} to ${to === '' ? 'the current state' : to}</h2>
    <p class="lead">${found.length} ${found.length === 1 ? 'difference' : 'differences'}.</p>
    ${table({ label: 'Differences', head: ['What', 'Key', 'Change', 'Fields'], rows: found.slice(0, mostShown).map(shownDifference).map(differenceRow), empty: 'No differences.' })}`
}

/** The name of a snapshot that was not saved; the other forms of the page have names of their own. */
function refusedName({ refused }: Inspector): string {
  return refused?.get('action') === 'save' ? (refused.get('name') ?? '') : ''
}

function named(name: string): Html {
  return html`<input type="hidden" name="name" value="${name}" />`
}

/** Named states of the store, with forms to save, restore, compare and delete them. */
export const snapshotsPage: InspectorPage = {
  name: 'snapshots',
  title: 'Snapshots',
  content: (inspector) => {
    const { query } = inspector.request
    const kept = inspector.sources.snapshots.list()
    const from = query.get('from') ?? ''
    const action = (name: string, label: string, each: string): Html =>
      actionForm(inspector, { page: 'snapshots', action: name, label, content: named(each) })
    return html`<p class="lead">A snapshot contains records, assigned numbers and files, but no application keys.</p>
      ${actionForm(inspector, {
        page: 'snapshots',
        action: 'save',
        label: 'Save current state',
        quiet: false,
        content: html`<label
          >Name <input name="name" value="${refusedName(inspector)}" required pattern="[A-Za-z0-9][A-Za-z0-9_.\\-]{0,63}"
        /></label>`,
      })}
      ${table({
        label: 'Snapshots',
        head: ['Name', 'Size', '', '', ''],
        rows: kept.map(({ name, size }) => [
          name,
          `${Math.ceil(size / 1024)} KiB`,
          html`<a href="${inspectorAddress('snapshots', { from: name })}">Compare with current state</a>`,
          action('load', 'Restore', name),
          action('remove', 'Delete', name),
        ]),
        empty: 'No snapshots.',
      })}
      ${from !== '' && differences(inspector, { from, to: query.get('to') ?? '' })}`
  },
  actions: {
    save: ({ sources }, form) => void sources.snapshots.save(form.get('name') ?? ''),
    load: ({ sources }, form) => sources.snapshots.load(form.get('name') ?? ''),
    remove: ({ sources }, form) => void sources.snapshots.remove(form.get('name') ?? ''),
  },
}
