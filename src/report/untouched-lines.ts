import type { Change } from '../diff/change.ts'
import { type FileLeft, stayReasons, type Untouched } from '../plan/untouched.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { countOf } from '../source/counts.ts'
import { gridSheets } from '../pricing/grid-sheets.ts'
import { fieldLines } from './field-lines.ts'
import { line, type Line, span, wrapLine } from './line.ts'
import { cellLines } from './root-details.ts'
import { sanitizeLine } from './sanitize.ts'

/** The most keys on a line without `--verbose`. */
const mostKeys = 5

interface Size {
  readonly width: number
  readonly verbose: boolean
}

/** What a plan leaves as it is: drift that is kept, records and files that have left the catalogue, and how many were never in it. */
export function untouchedLines({ drift, left, unmanaged, files }: Untouched, size: Size): readonly Line[] {
  const leftByResource = Map.groupBy(left, ({ resource }) => resource)
  return [
    ...driftLines(drift, size),
    ...[...leftByResource].flatMap(([resource, roots]) => {
      const [are, stay] = roots.length === 1 ? ['is', 'stays'] : ['are', 'stay']
      const keys = keysText(
        roots.map(({ key }) => key),
        roots.length,
        size,
      )
      const text = `${nounOf(resource, roots.length)} ${are} no longer in the catalogue and ${stay} in the store: ${keys}`
      return wrapLine([span('note: ', 'name'), span(text)], size.width, '      ')
    }),
    ...fileLines(files, size),
    ...unmanaged.flatMap(({ resource, count, keys }) => {
      const names = size.verbose ? `: ${keysText(keys, count, size)}` : ''
      const text = `${nounOf(resource, count)} of the store ${count === 1 ? 'was' : 'were'} never in this catalogue${names}`
      return wrapLine(line(text, 'faint'), size.width)
    }),
  ]
}

/** The same with the first `most` changes of the store that are kept; `hint` says where the others are. */
export function shortUntouchedLines(
  untouched: Untouched,
  size: Size,
  { most, hint }: { readonly most: number; readonly hint: string },
): readonly Line[] {
  const { drift } = untouched
  const hidden = Math.max(0, drift.length - most)
  return [
    ...untouchedLines({ ...untouched, drift: drift.slice(0, most) }, size),
    ...(hidden === 0 ? [] : wrapLine(line(`\u2026 ${countOf(hidden, 'more change')} that are kept (${hint})`, 'faint'), size.width, '  ')),
  ]
}

/** Why files stay, after their number and verb. */
const reasons: Readonly<Record<FileLeft['reason'], (them: string) => string>> = {
  kept: () => '',
  changed: (them) => `, since somebody changed ${them} there`,
  named: (them) => `, since records that stay name ${them}`,
  unknown: () => ', since not every resource that names pictures could be read',
}

function fileLines(files: readonly FileLeft[], size: Size): readonly Line[] {
  const byReason = Map.groupBy(files, ({ reason }) => reason)
  return stayReasons.flatMap((reason) => {
    const own = byReason.get(reason) ?? []
    if (own.length === 0) return []
    const [are, stay] = own.length === 1 ? ['is', 'stays'] : ['are', 'stay']
    const names = keysText(
      own.map(({ path, by }) => (by === undefined ? path : `${path} (${by})`)),
      own.length,
      size,
    )
    const count = countOf(own.length, 'picture', 'pictures')
    const text = `${count} ${are} no longer in the catalogue and ${stay} in the store${reasons[reason](own.length === 1 ? 'it' : 'them')}: ${names}`
    return wrapLine([span('note: ', 'name'), span(text)], size.width, '      ')
  })
}

function driftLines(drift: readonly Change[], { width }: Size): readonly Line[] {
  if (drift.length === 0) return []
  return [
    line(`Changed in the store, and kept (${String(drift.length)}):`, 'risk'),
    ...drift.flatMap((change) => [
      line(`  ${keptName(change)}`),
      ...keptLines(change, width - 6).map((each): Line => [span('      '), ...each]),
    ]),
  ]
}

/** The address of a change that is not made, and what the store lacks: a record or file that somebody removed. */
export function keptName(change: Change): string {
  const { action, origin, address } = change
  return `${sanitizeLine(address)}${origin === 'store' && action === 'create' ? ' (removed in the store, not created again)' : ''}`
}

/** What the store keeps, and what the catalogue has instead: `before → after`. */
export function keptLines(change: Change, width: number): readonly Line[] {
  if (change.kind === 'file') return []
  if (change.kind === 'grid') return [...fieldLines(change, width), ...cellLines(change, gridSheets(change.grid), width)]
  return change.action === 'update' ? fieldLines(change, width) : []
}

function nounOf(resource: ResourceName, count: number): string {
  const { one, many } = resourceOf(resource).noun
  return countOf(count, one, many)
}

function keysText(keys: readonly string[], count: number, { verbose }: Size): string {
  const shown = verbose ? keys : keys.slice(0, mostKeys)
  const more = count - shown.length
  return `${shown.map(sanitizeLine).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`
}
