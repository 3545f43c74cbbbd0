import { countOf } from '../../source/counts.ts'
import type { ResourceName } from '../../resources/registry.ts'
import { fieldWord } from '../field-words.ts'
import { countOfKind, subjectOf } from '../kinds.ts'
import { percentOfLog } from './median.ts'
import { isMedian, isOutlier, type MoveFigures } from './price-moves.ts'
import type { RootView } from './root-view.ts'
import type { Unit } from './units.ts'

interface Counted {
  readonly roots: readonly RootView[]
  readonly units: readonly Unit[]
  readonly figures: MoveFigures | null
  readonly outliers: readonly Unit[]
}

const mostFields = 4

/** A cause in a few words: `1,000 products, 9 cells each, ▼3.0 % everywhere`, `12 products: brand, weight`. */
export function causeSummary({ roots, units, figures, outliers }: Counted): string {
  const fields = fieldWords(units)
  const names = `${rootWords(roots)}${fields.length === 0 ? '' : `: ${fields.join(', ')}`}`
  if (figures === null) return names
  return [
    names,
    cellWords(figures, roots.length),
    moveWords(figures),
    ...(outliers.length === 0 ? [] : [countOf(outliers.length, 'outlier')]),
  ]
    .filter((words) => words !== '')
    .join(', ')
}

function rootWords(roots: readonly RootView[]): string {
  const kinds = Map.groupBy(roots, ({ kind }) => kind)
  return [...kinds.values()]
    .map((members) => {
      const [first] = members
      const change = first?.own?.change ?? first?.below[0]?.change
      if (change === undefined) return ''
      return countOfKind(members.length, change.kind === 'file' ? subjectOf(change) : change.root.resource)
    })
    .join(' and ')
}

/** The fields that change, without prices, which have words of their own. */
function fieldWords(units: readonly Unit[]): readonly string[] {
  const names = new Set<string>()
  const known = new Map<ResourceName, Set<string>>()
  for (const { view, field } of units) {
    if (view.change.kind !== 'record' || field === null || field === 'price') continue
    const { resource } = view.change
    const fields = known.get(resource) ?? new Set<string>()
    if (fields.has(field)) continue
    known.set(resource, fields.add(field))
    names.add(fieldWord(resource, field))
  }
  const all = [...names]
  const shown = all.length > mostFields ? all.slice(0, mostFields - 1) : all
  return [...shown, ...(shown.length === all.length ? [] : [`${all.length - shown.length} other fields`])]
}

function cellWords({ moves }: MoveFigures, roots: number): string {
  if (moves.every(({ price }) => price.row === null)) return ''
  const counts = [...Map.groupBy(moves, ({ price }) => price.change.root.address).values()].map(({ length }) => length)
  const [each = 0] = counts
  return counts.length === roots && counts.every((count) => count === each)
    ? `${countOf(each, 'cell')} each`
    : countOf(moves.length, 'cell')
}

/** How the prices move; outliers are named apart. */
function moveWords(figures: MoveFigures): string {
  const others = figures.moves.filter((move) => !isOutlier(move, figures))
  const median = percentOfLog(figures.median)
  if (others.every((move) => isMedian(move, figures)))
    return others.length === figures.moves.length ? `${median} everywhere` : `${median} elsewhere`
  const logs = others.map(({ logRatio }) => logRatio ?? 0)
  const [lowest, highest] = [logs.reduce((a, b) => Math.min(a, b)), logs.reduce((a, b) => Math.max(a, b))]
  return `${percentOfLog(lowest)} to ${percentOfLog(highest)}, median ${median}`
}
