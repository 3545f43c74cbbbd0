import type { FileDiff } from '../diff/change.ts'
import type { Definition } from '../records/definition.ts'
import { occurringActions } from '../report/amounts.ts'
import { countOf } from '../source/counts.ts'
import { causeLines } from '../report/cause-lines.ts'
import { changeLines } from '../report/field-lines.ts'
import { inBlocks, line, type Line, span, type Tone, wrapLine } from '../report/line.ts'
import { changeName, markOf, rootName, rootSummary } from '../report/root-summary.ts'
import { originWords } from '../report/origin-words.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import { variantMatrix } from '../report/variant-matrix.ts'
import type { FindingView } from '../report/view/finding-view.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'
import { changeOfUnit } from '../report/view/units.ts'
import type { CategoryPaths } from './category-paths.ts'
import type { ChangeNumbers } from './change-numbers.ts'
import { tabLines, tabsOf } from './grid-tabs.ts'
import type { ReviewGroup } from './review-groups.ts'
import { matrixLines } from './matrix-lines.ts'
import { pictureLines, type PicturePair } from './picture-lines.ts'
import type { ReviewRow } from './row-list.ts'
import type { ReviewedPlan } from './reviewed-plan.ts'

/** What details are made from. */
export interface Detailed {
  readonly view: ReviewedPlan
  readonly categories: CategoryPaths
  /** True where the terminal can show pictures. */
  readonly hasPictures: boolean
  readonly numbers: ChangeNumbers
  /** Indexes of findings by the number of their change. */
  readonly findingsAt: ReadonlyMap<number, readonly number[]>
}

/** The columns of a detail, what is known of the pictures by the path of the file, and the chosen currency. */
export interface DetailSize {
  readonly width: number
  /** Index of the currency of a price grid; `null`: the one that opens. */
  readonly tab: number | null
  readonly pictures: ReadonlyMap<string, PicturePair>
}

/** One row of the list in full, as lines of at most `width` columns; the group is that of the row. */
export type DetailOf = (row: ReviewRow, group: ReviewGroup | undefined, size: DetailSize) => readonly Line[]

/** Caches the last detail, so that a long text is not compared again on every key. */
export function openDetails(detailed: Detailed): DetailOf {
  let last: (DetailSize & { readonly key: string; readonly group: ReviewGroup | undefined; readonly lines: readonly Line[] }) | undefined
  return (row, group, size) => {
    const { width, pictures, tab } = size
    if (last?.key !== row.key || last.group !== group || last.width !== width || last.pictures !== pictures || last.tab !== tab) {
      const lines = row.kind === 'group' ? groupLines(group, detailed, width) : rowLines(row, detailed, size)
      last = { key: row.key, group, ...size, lines }
    }
    return last.lines
  }
}

/** The file of a row; `undefined` for any other row, and where it cannot be sent. */
export function fileOfRow({ root, at }: Pick<ReviewRow, 'root' | 'at'>, { roots }: Pick<PlanView, 'roots'>): FileDiff | undefined {
  const change = changeOfUnit(roots, { root, at })?.change
  return change?.kind === 'file' && change.action !== 'cannot' ? change.file : undefined
}

/** The name of a row with the sign of its action, for the edge of a box. */
export function detailTitle(row: ReviewRow, group: ReviewGroup | undefined, { roots }: Pick<PlanView, 'roots'>): Line {
  const root = roots[row.root]
  if (row.kind === 'group' || root === undefined) return [span(group?.title ?? '', 'strong')]
  const view = changeOfUnit(roots, row)
  if (row.kind === 'root' || view === undefined) return [markOf(root.action), span(' '), ...rootName(root)]
  return [markOf(view.change.action), span(' '), ...changeName(view), ...ofRoot(view, root)]
}

const mostFindings = 12
const mostOutliers = 100
/** The categories of a product that are shown. */
const mostCategories = 8

/** A cause with its prices, outliers and findings; another group with its number of records. */
function groupLines(group: ReviewGroup | undefined, { view }: Detailed, width: number): readonly Line[] {
  if (group === undefined) return []
  const cause = group.cause === null ? undefined : view.causes[group.cause]
  if (cause === undefined) return wrapLine(line(group.remark), width)
  const findings = cause.findings.flatMap((index) => view.findings[index] ?? [])
  const shown = findings.slice(0, mostFindings)
  const more = findings.length - shown.length
  return [
    ...causeLines(cause, view.roots, { width, verbose: false, full: cause.outliers <= mostOutliers, hint: '(all are in the list)' }),
    ...(shown.length === 0 ? [] : [line('')]),
    ...shown.flatMap((finding) => findingLines(finding, width)),
    ...(more === 0 ? [] : [line(countOf(more, 'more finding'), 'faint')]),
    line(''),
    ...cause.kinds.map((kind) => line(`${kind.name.trim()}: ${occurringActions(kind)}`, 'faint')),
  ]
}

/** Findings, then every field before and after, and for a root a summary of the changes below it. */
function rowLines(
  row: ReviewRow,
  { view: plan, categories, numbers, findingsAt, hasPictures }: Detailed,
  { width, pictures, tab }: DetailSize,
): readonly Line[] {
  const root = plan.roots[row.root]
  if (root === undefined) return []
  const view = changeOfUnit(plan.roots, row)
  const findings = (findingsAt.get(numbers.of(row.root, row.at)) ?? []).flatMap((index) => plan.findings[index] ?? [])
  const isWhole = row.kind === 'root' && root.below.length > 0
  const summary = isWhole ? rootSummary(root) : ''
  const matrix = isWhole ? variantMatrix(root) : undefined
  return inBlocks([
    view === undefined ? [] : changeBlock(view, findings, { width, tab }),
    categoryLines({ row, root, view }, categories, width),
    summary === '' ? [] : wrapLine([span('total: ', 'faint'), span(summary)], width, '  '),
    matrix === undefined ? [] : matrixLines(matrix, width),
    hasPictures ? filePictures(fileOfRow(row, plan), pictures, width) : [],
  ])
}

/** The pictures of a file, once its detail was open. */
function filePictures(file: FileDiff | undefined, pictures: DetailSize['pictures'], width: number): readonly Line[] {
  if (file === undefined) return []
  const pair = pictures.get(file.path)
  return pair === undefined ? [line('Enter shows the picture.', 'faint')] : pictureLines(pair, width)
}

interface Shown {
  readonly row: ReviewRow
  readonly root: RootView
  readonly view: ChangeView | undefined
}

/** The paths of the categories of a product, and of that of a place. */
function categoryLines({ row, root, view }: Shown, { pathsOf, codesOf }: CategoryPaths, width: number): readonly Line[] {
  const change = view?.change
  const placed = change?.kind === 'record' && change.resource === 'ProdCat' ? change.key['cat_code'] : undefined
  const codes = row.kind === 'root' ? (codesOf(root) ?? []) : placed === undefined ? [] : [placed]
  return codes
    .slice(0, mostCategories)
    .flatMap(pathsOf)
    .flatMap((path, index) => wrapLine([span(index === 0 ? 'in ' : '   ', 'faint'), span(path)], width, '     '))
}

/** What is about this change alone first; what a guard found in many changes last. */
function changeBlock(view: ChangeView, findings: readonly FindingView[], { width, tab }: Omit<DetailSize, 'pictures'>): readonly Line[] {
  const { change, place, risks } = view
  const { count, first } = tabsOf(
    view,
    findings.map(({ sentence }) => sentence),
  )
  const others = findings.filter(({ sentence }) => !risks.some((risk) => sentence.includes(risk)))
  const where = [place, ...(change.definitions ?? []).map(definitionText), originWords(change)]
    .filter((word) => word !== '')
    .join(' \u00B7 ')
  return [
    ...risks.flatMap((risk) => wrapLine([span('\u26A0 ', 'risk'), span(risk)], width, '  ')),
    ...(where === '' ? [] : wrapLine(line(where, 'faint'), width)),
    ...(count < 2 ? changeLines(change, width) : changeLines(change, width, (_, columns) => tabLines(view, tab ?? first, columns))),
    ...(others.length === 0 ? [] : [line('')]),
    ...others.flatMap((finding) => findingLines(finding, width, 'faint')),
  ]
}

/** A finding as wrapped lines, with `x` where it stops the apply. */
export function findingLines({ stops, sentence }: FindingView, width: number, tone: Tone = 'plain'): readonly Line[] {
  return wrapLine([span(stops ? 'x ' : '\u26A0 ', 'risk'), span(sentence, tone)], width, '  ')
}

function definitionText({ kind, name, source }: Definition): string {
  return sanitizeLine(`${kind}${name === '' ? '' : ` ${name}`} (${source.file}:${source.line})`)
}

function ofRoot({ name }: ChangeView, root: RootView): Line {
  return [span(name === '' ? ' of ' : ' \u00B7 '), span(root.key)]
}
