import type { SourceSpan } from '../../source/source.ts'
import type { DefinitionMap } from '../../documents/collect-definitions.ts'
import type { GridDocument } from '../../documents/grid-document.ts'
import type { LongText } from '../../documents/scalar-schemas.ts'
import type { Trace } from '../explain/trace.ts'
import type { PictureUse } from './picture-wishes.ts'
import type { RenditionUse } from '../../pictures/rendition.ts'
import { type Finding, makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import type { Located, SourceNode } from '../../yaml/source-node.ts'
import type { GridCells } from './grid-cells.ts'

/** What the expansion of documents needs and fills. */
export interface Expansion {
  readonly priceLists: DefinitionMap<GridDocument>
  readonly problems: Problem[]
  /** Skus and variant codes whose grid is given as raw `entries`. */
  readonly rawGrids: Set<string>
  /** Where grids are used that were understood in part only: the rules are not asked of those records. */
  readonly partly: SourceSpan[]
  /** Names of the price lists that something uses. */
  readonly usedLists: Set<string>
  /** Grids that were read already: a price list is read once, however many products use it. */
  readonly grids: WeakMap<SourceNode, GridCells>
  /** Filled where somebody asks where values come from. */
  readonly trace: Trace | undefined
  /** Variants and price entries that were made. */
  readonly rows: { taken: number }
  /** The text itself, or that of its file; `undefined` when there is none (a problem then). */
  readText(value: LongText, located: Located): string | undefined
  /** True where the config asks for such renditions of pictures. */
  makes(use: RenditionUse): boolean
  /** Notes that a picture is wanted in a folder of the store, and gives its bare file name there. */
  wantPicture(path: string, as: PictureUse, located: Located): string | undefined
}

/** Adds a problem of the loader. */
export function report(expansion: Pick<Expansion, 'problems'>, finding: Finding): void {
  expansion.problems.push(makeProblem(finding))
}
