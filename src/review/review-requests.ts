import { type LinePlace, parseLinePlace } from '../report/place-text.ts'
import type { FileDiff } from '../diff/change.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { PicturePair } from './picture-lines.ts'
import { farthestLine } from '../report/view/moves-of.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'
import { changeOfUnit } from '../report/view/units.ts'
import type { DeclaredCategories } from './category-paths.ts'
import type { ReviewGroup } from './review-groups.ts'
import type { ReviewRow } from './row-list.ts'
import type { ReviewedPlan } from './reviewed-plan.ts'

/** The programs that a review can start; each resolves with why it could not, or `null`. */
export interface ReviewPrograms {
  /** Opens a document of the catalogue at a line, and waits until the editor is closed. */
  readonly edit: (place: LinePlace) => Promise<string | null>
  readonly browse: (address: string) => Promise<string | null>
  /** Stops the process until it is continued; left out where it cannot. */
  readonly suspend?: () => Promise<void>
  /** The slug of a root record by its address, where the catalogue declares one; left out where only the plan is known. */
  readonly slugOf?: (address: string) => string | undefined
  /** Reads the pictures of a file; left out where the terminal cannot show them. */
  readonly picturesOf?: (file: FileDiff) => Promise<PicturePair>
  /** What the catalogue declares of its categories; left out where only the plan is known. */
  readonly categories?: DeclaredCategories
}

/** Opens the document of a row; resolves with what to tell the user, empty for nothing. */
export async function editRow(row: ReviewRow, group: ReviewGroup | undefined, { view, programs }: Surroundings): Promise<string> {
  const place = placeOf(row, group, view)
  if (place === null) return 'This is not declared in a document.'
  const failure = await programs.edit(place)
  return failure === null ? 'The plan is as it was made: plan again to see an edit.' : sanitizeLine(failure)
}

/** Opens the page of the shop that shows the record of a row; resolves with what to tell the user. */
export async function browseRow(row: ReviewRow, { view, programs }: Surroundings): Promise<string> {
  const root = view.roots[row.root]
  if (root === undefined || root.isFile) return 'Only records have a page in the shop.'
  const slug = slugOf(root, programs)
  if (slug === '') {
    return programs.slugOf === undefined
      ? `This review reads no catalogue, and the plan has no slug of ${root.address}; \`planogram apply\` knows it.`
      : `The catalogue declares no slug of ${root.address}.`
  }
  const address = `${view.store.baseUrl.replace(/\/$/, '')}/${encodeURIComponent(slug)}`
  const failure = await programs.browse(address)
  return failure === null ? `Opened ${sanitizeLine(address)}` : `Cannot open ${sanitizeLine(address)} (${failure}).`
}

/** The slug of a record after the apply; empty where nothing declares one. */
function slugOf({ own, below }: RootView, programs: ReviewPrograms): string {
  const change = own?.change ?? below[0]?.change
  if (change === undefined || change.kind === 'file') return ''
  const written = change.fields.find(({ field }) => field === 'slug')?.after
  return written ?? programs.slugOf?.(change.root.address) ?? ''
}

interface Surroundings {
  readonly view: ReviewedPlan
  readonly programs: ReviewPrograms
}

function placeOf(row: ReviewRow, group: ReviewGroup | undefined, { roots }: ReviewedPlan): LinePlace | null {
  if (row.kind === 'group') return parseLinePlace(group?.place ?? '')
  const view = changeOfUnit(roots, row) ?? roots[row.root]?.below[0]
  return view === undefined ? null : placeOfChange(view)
}

/** Where a change is declared: the price that moves most, if it moves any. */
function placeOfChange(view: ChangeView): LinePlace | null {
  const { source } = view.change
  return source === null ? null : { file: source.file, line: farthestLine(view) ?? source.line }
}
