import { createHash } from 'node:crypto'
import type { Desired, DesiredRecord, RootName } from '../../records/desired.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { Definition, DefinitionMap, Definitions } from '../../documents/collect-definitions.ts'
import type { Config } from '../config/config.ts'
import type { OnFileNamed } from '../files/named-file.ts'
import { placeKey, type Trace } from '../explain/trace.ts'
import { openTextFiles } from '../files/text-files.ts'
import { type PictureMemory, readPictures } from '../../pictures/wanted-pictures.ts'
import { openPictureWishes } from './picture-wishes.ts'
import type { PictureFacts } from '../../pictures/picture-facts.ts'
import type { Rendition } from '../../pictures/rendition.ts'
import type { Roots } from '../overlay/overlaid-path.ts'
import type { Problem } from '../../problems/problem.ts'
import { expandCategory } from './expand-category.ts'
import { expandGroup } from './expand-groups.ts'
import type { Expansion } from './expansion.ts'
import { gridCells } from './grid-cells.ts'
import { type Products, seeProducts } from './see-products.ts'
import { type LiveOwned, setLiveOwned } from './set-live-owned.ts'

/** Desired records with what was learnt on the way. */
export interface Expanded {
  readonly desired: Desired
  readonly pictures: ReadonlyMap<string, PictureFacts>
  readonly renditions: readonly Rendition[]
  readonly rawGrids: ReadonlySet<string>
  /** Values of which a part was not understood, though it is wrong elsewhere. */
  readonly partly: readonly SourceSpan[]
  readonly usedLists: ReadonlySet<string>
  /** Sha256 of the texts and pictures that were read, by path. */
  readonly hashes: ReadonlyMap<string, string>
  readonly problems: readonly Problem[]
}

/** What the expansion needs besides the definitions. */
export interface ExpandOptions extends Roots, Pick<Products, 'check' | 'gathering' | 'holds' | 'kept' | 'memory'> {
  /** The fields that are left to the store once a record is there. */
  readonly liveOwned: LiveOwned
  /** What the config says of pictures. */
  readonly images: Config['images']
  /** Pictures that were read before, by path; filled here. */
  readonly pictures: PictureMemory
  /** Told of every text and picture that is named. */
  readonly onFileNamed: OnFileNamed | undefined
  /** Filled where somebody asks where values come from. */
  readonly trace: Trace | undefined
}

/** Makes desired records of the definitions and reads the texts and pictures that they name. */
export async function expandCatalogue(definitions: Definitions, options: ExpandOptions): Promise<Expanded> {
  const { root, liveOwned } = options
  const texts = openTextFiles({
    ...options,
    onFileNamed: (path, place) => {
      options.onFileNamed?.(path, place)
      options.trace?.texts.set(placeKey(place), path)
    },
  })
  const problems: Problem[] = []
  const wishes = openPictureWishes({ ...options, problems })
  const expansion: Expansion = {
    priceLists: definitions.priceLists ?? new Map(),
    problems,
    rawGrids: new Set(),
    partly: [],
    usedLists: new Set(),
    grids: new WeakMap(),
    trace: options.trace,
    rows: { taken: 0 },
    readText: (value, located) => texts.read(value, located),
    makes: (use) => wishes.makes(use),
    wantPicture: (written, as, located) => wishes.want(written, as, located),
  }
  for (const list of expansion.priceLists.values()) gridCells(expansion, list.value, list.located)
  const expand = <T>(
    map: DefinitionMap<T> | undefined,
    one: (expansion: Expansion, definition: Definition<T>) => DesiredRecord,
  ): DesiredRecord[] => [...(map?.values() ?? [])].map((definition) => setLiveOwned(one(expansion, definition), liveOwned))
  const roots: Partial<Record<RootName, readonly DesiredRecord[]>> = {
    ...(definitions.groups && { UserGroups: expand(definitions.groups, expandGroup) }),
    ...(definitions.categories && { Cat: expand(definitions.categories, expandCategory) }),
  }
  const products = seeProducts(expansion, { ...options, definitions, roots })
  if (definitions.products) roots.Product = products
  const pictures = await readPictures(root, wishes.named, options.pictures)
  const hashes = new Map(pictures.hashes)
  for (const [path, bytes] of texts.loaded) hashes.set(path, createHash('sha256').update(bytes).digest('hex'))
  return {
    desired: { roots, files: pictures.files },
    pictures: pictures.facts,
    renditions: pictures.renditions,
    rawGrids: expansion.rawGrids,
    partly: expansion.partly,
    usedLists: expansion.usedLists,
    hashes,
    problems: [...problems, ...texts.problems, ...pictures.problems],
  }
}
