import type { Fields } from '../resources/resource.ts'
import type { ChangeFrame, GridChange, GridDiff, RecordChange, RootedChange } from './change.ts'

/** What changes have in common that differ in their values alone. */
interface CommonLayout extends Pick<ChangeFrame, 'definitions'> {
  readonly fields: readonly string[]
  /** The number of price lines; 0: none. */
  readonly lines: number
}

/** Of records of one resource with the same fields. */
export interface RecordLayout extends CommonLayout, Pick<RecordChange, 'kind' | 'resource' | 'closesAccess'> {
  readonly keys: readonly string[]
}

/** Of grids with the same fields. */
export interface GridLayout extends CommonLayout, Pick<GridChange, 'kind'>, Pick<GridDiff, 'owner' | 'way'> {}

/** The layout of a change. */
export type Layout = RecordLayout | GridLayout

/** The layouts of changes that are packed together. */
interface Layouts {
  readonly layouts: readonly Layout[]
  /** The place of the layout of a change, which is added where it is new. */
  readonly placeOf: (change: RootedChange) => number
}

/** Opens an empty list. */
export function openLayouts(): Layouts {
  const layouts: Layout[] = []
  const places = new Map<string, number>()
  /** By resource of the record; the rows of a record are mostly alike. */
  const last = new Map<string, number>()
  return {
    layouts,
    placeOf: (change) => {
      const name = change.kind === 'record' ? change.resource : change.kind
      const likely = last.get(name) ?? -1
      const layout = layouts[likely]
      if (layout && hasLayout(change, layout)) return likely
      const text = layoutText(change)
      const place = places.get(text) ?? layouts.push(layoutOf(change)) - 1
      places.set(text, place)
      last.set(name, place)
      return place
    },
  }
}

/** Changes with the same text have the same layout. */
function layoutText(change: RootedChange): string {
  const { kind, definitions, priceLines } = change
  let text = `${priceLines?.length ?? 0}`
  for (const { field } of change.fields) text += ` ${field}`
  if (kind === 'grid') {
    text += ` / ${change.grid.owner} ${change.grid.way}`
  } else {
    text += ` . ${change.resource} ${change.closesAccess ?? ''}`
    for (const name in change.key) text += ` ${name}`
  }
  return definitions ? `${text} ${JSON.stringify(definitions)}` : text
}

/** True only for a change of this layout: those with definitions are compared as texts. */
function hasLayout(change: RootedChange, layout: Layout): boolean {
  if (!isLike(change, layout)) return false
  if (change.kind === 'grid') return layout.kind === 'grid' && change.grid.owner === layout.owner && change.grid.way === layout.way
  if (layout.kind !== 'record' || change.resource !== layout.resource || change.closesAccess !== layout.closesAccess) return false
  return hasNames(change.key, layout.keys)
}

function isLike({ definitions, fields, priceLines }: RootedChange, layout: Layout): boolean {
  if (definitions || layout.definitions || (priceLines?.length ?? 0) !== layout.lines || fields.length !== layout.fields.length)
    return false
  return fields.every(({ field }, at) => field === layout.fields[at])
}

function hasNames(key: Fields, names: readonly string[]): boolean {
  let at = 0
  for (const name in key) {
    if (name !== names[at]) return false
    at += 1
  }
  return at === names.length
}

function layoutOf(change: RootedChange): Layout {
  const { definitions, priceLines = [] } = change
  const common = { fields: change.fields.map(({ field }) => field), lines: priceLines.length, ...(definitions && { definitions }) }
  if (change.kind === 'record') {
    const { kind, resource, closesAccess } = change
    return { ...common, kind, resource, keys: Object.keys(change.key), ...(closesAccess && { closesAccess }) }
  }
  const { owner, way } = change.grid
  return { ...common, kind: change.kind, owner, way }
}
