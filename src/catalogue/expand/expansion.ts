import type { GridDocument } from '../../documents/grid-document.ts'
import type { LongText } from '../../documents/scalar-schemas.ts'
import type { RenditionUse } from '../../pictures/rendition.ts'
import { type Finding, makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import type { SourceSpan } from '../../source/source.ts'
import { type Located, type SourceNode, spanOf } from '../../yaml/source-node.ts'
import { type NamedText, readText } from '../files/text-file.ts'
import type { DefinitionMap } from '../layers/definitions.ts'
import type { Overruled, Region, TracedPrice } from '../layers/trace.ts'
import type { GridCells } from './grid-cell.ts'
import type { LiveOwned } from './set-live-owned.ts'
import { type PictureContext, type PictureUse, renditionRequest, requestPicture } from './request-picture.ts'
import type { RequestedPicture, Uses } from './uses.ts'

/** What all records of a catalogue are expanded with. */
export interface ExpansionContext extends PictureContext {
  readonly priceLists: DefinitionMap<GridDocument>
  readonly liveOwned: LiveOwned
  /** Grids that were expanded: a price list is expanded once, however many products use it. */
  readonly grids: WeakMap<SourceNode, GridCells>
  /** How many variants and price entries there are so far. */
  readonly rows: { count: number }
  /** Filled with the option `trace`. */
  readonly trace: ExpansionTrace | undefined
}

/** What `explain` needs to know of the expansion. */
export interface ExpansionTrace {
  readonly history: Overruled[]
  readonly regions: Region[]
  readonly priced: TracedPrice[]
}

/** The expansion of one record, or of all price lists: what is found on the way is collected in it. */
export interface Expansion extends ExpansionContext {
  readonly problems: Problem[]
  /** Skus and variant codes whose grid is written as raw `entries`. */
  readonly rawGrids: Set<string>
  /** Where grids are used that are correct in part only: rules do not report what follows from it. */
  readonly partly: SourceSpan[]
  readonly usedLists: Set<string>
  readonly usedPictures: RequestedPicture[]
  readonly usedTexts: NamedText[]
}

/** What was found during an expansion. */
export interface Findings {
  readonly uses: Uses
  readonly problems: readonly Problem[]
  readonly rawGrids: readonly string[]
  readonly partly: readonly SourceSpan[]
}

/** Starts the expansion of a record. */
export function startExpansion(context: ExpansionContext): Expansion {
  return { ...context, problems: [], rawGrids: new Set(), partly: [], usedLists: new Set(), usedPictures: [], usedTexts: [] }
}

/** What an expansion found. */
export function findingsOf({ problems, rawGrids, partly, usedLists, usedPictures, usedTexts }: Expansion): Findings {
  return { uses: { priceLists: [...usedLists], pictures: usedPictures, texts: usedTexts }, problems, rawGrids: [...rawGrids], partly }
}

/** Adds a problem. */
export function report(expansion: Pick<Expansion, 'problems'>, finding: Finding): void {
  expansion.problems.push(makeProblem(finding))
}

/** The text, or that of the file that it names; `undefined` where there is none, which is a problem. */
export function textOf(expansion: Expansion, value: LongText, located: Located): string | undefined {
  const { text, named, finding } = readText(expansion.roots, value, located)
  if (named) expansion.usedTexts.push(named)
  if (finding) report(expansion, finding)
  return text
}

/** The name in the store of a picture that a record names; `undefined` for a path that leaves the catalogue, which is a problem. */
export function pictureName(
  expansion: Expansion,
  written: string,
  { folder, use, located }: PictureUse & { readonly located: Located },
): string | undefined {
  const picture = requestPicture(expansion, { written, source: spanOf(located), folder, use }, expansion.problems)
  if ('finding' in picture) {
    report(expansion, picture.finding)
    return undefined
  }
  expansion.usedPictures.push(picture)
  return picture.name
}

/** True where the config asks for renditions in this use. */
export function makesRenditions(expansion: Expansion, use: RenditionUse): boolean {
  return renditionRequest(expansion, use) !== null
}
