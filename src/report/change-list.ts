import type { FileDiff } from '../diff/change.ts'
import { formatBytes } from './amounts.ts'
import { countOf } from '../source/counts.ts'
import { line, type Line, span, spread, wrapLine } from './line.ts'
import { movedLines, type ReportSize, rootDetails } from './root-details.ts'
import { markOf, rootName, rootSummary, storeWords } from './root-summary.ts'
import { sanitizeLine } from './sanitize.ts'
import type { RootView } from './view/root-view.ts'

const mostDetails = 12
const mostSingleFiles = 5

/** The changes of each root, files last, without what cannot be applied. `isKnown`: it is known what was applied, so that the rest is adopted. */
export function changesLines(roots: readonly RootView[], size: ReportSize, isKnown: boolean): Line[] {
  const shown = roots.filter(({ own, below }) => [own, ...below].some((view) => view !== null && view.change.action !== 'cannot'))
  const records = shown.filter(({ isFile }) => !isFile).flatMap((root) => rootLines(root, size, isKnown))
  return [
    ...records,
    ...fileLines(
      shown.filter(({ isFile }) => isFile),
      size,
    ),
  ]
}

function rootLines(root: RootView, { width, verbose }: ReportSize, isKnown: boolean): Line[] {
  const head: Line = [markOf(root.action === 'cannot' ? 'update' : root.action), span(' '), ...rootName(root)]
  const summary = [rootSummary(root), ...remarks(root, isKnown)].filter((text) => text !== '').join(', ')
  const place = line(root.place, 'faint')
  const whole: Line = summary === '' ? head : [...head, span(`  ${summary}`)]
  const onOne = spread(whole, place, width)
  const title =
    onOne === undefined ? [spread(head, place, width) ?? head, ...wrapLine([span('    '), span(summary)], width, '    ')] : [onOne]
  const isShort = root.action === 'create' && !verbose
  const details = isShort ? movedLines(root, width - 6) : rootDetails(root, { width: width - 6, verbose })
  const kept = verbose || details.length <= mostDetails ? details : details.slice(0, mostDetails - 1)
  const more = details.length - kept.length
  return [
    ...title,
    ...kept.map((entry): Line => [span('      '), ...entry]),
    ...(more === 0 ? [] : [line(`      \u2026 ${countOf(more, 'more line')} (--verbose shows all)`, 'faint')]),
  ]
}

/** Why a record is in the plan, where it is not its entry in the catalogue. */
function remarks(root: RootView, isKnown: boolean): readonly string[] {
  const { own } = root
  if (own?.change.kind === 'record' && own.change.movedTo) return [`moved to ${sanitizeLine(own.change.movedTo.key)}`]
  if (leaves(root)) return ['no longer in the catalogue']
  return isKnown && isAdopted(root) ? ['adopted: it was never applied'] : []
}

/** True for a record that is retired, hidden or removed because the catalogue has it no more. */
function leaves({ own }: RootView): boolean {
  return own?.change.kind === 'record' && own.change.leaves === true
}

/** True for a record of the store that is not known from an apply. */
function isAdopted({ own, below, action }: RootView): boolean {
  return action === 'update' && [own, ...below].every((view) => view === null || view.change.origin === 'adopt')
}

function fileLines(files: readonly RootView[], { width, verbose }: ReportSize): Line[] {
  const created = files.filter(({ action }) => action === 'create')
  const folded = !verbose && created.length > mostSingleFiles
  const single = folded ? files.filter(({ action }) => action !== 'create') : files
  return [...(folded ? folderLines(created) : []), ...single.map((root) => fileLine(root, width))]
}

function fileLine(root: RootView, width: number): Line {
  const file = fileOf(root)
  const head: Line = [markOf(root.action), span(' '), ...rootName(root), span(`  ${file === undefined ? '' : sizesOf(file)}`)]
  const words = storeWords(root.own).map((each) => span(`  ${each}`, 'risk'))
  const whole = [...head, ...words]
  return spread(whole, line(root.place, 'faint'), width) ?? whole
}

function fileOf({ own }: RootView): FileDiff | undefined {
  return own?.change.kind === 'file' ? own.change.file : undefined
}

function sizesOf({ from, before, after }: FileDiff): string {
  const sizes = [before && formatBytes(before.size), after && sizeAfter(from, after)].filter((size) => size !== null)
  return after === null ? `${sizes.join('')}, no longer in the catalogue` : sizes.join(' \u2192 ')
}

/** The size of a rendition is not known before it is rendered. */
function sizeAfter(from: string, after: NonNullable<FileDiff['after']>): string {
  return after.size === null ? `rendered from ${sanitizeLine(from)}` : formatBytes(after.size)
}

function folderLines(created: readonly RootView[]): Line[] {
  const folders = Map.groupBy(created, ({ key }) => key.slice(0, Math.max(0, key.lastIndexOf('/'))))
  return [...folders].map(([folder, files]) => {
    const sizes = files.map((file) => fileOf(file)?.after?.size ?? null)
    const renditions = sizes.filter((size) => size === null).length
    const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
    const weight = renditions === files.length ? countOf(renditions, 'rendition') : formatBytes(bytes)
    return [markOf('create'), span(` ${countOf(files.length, 'file')} in `), span(folder, 'strong'), span(`  ${weight}`)]
  })
}
