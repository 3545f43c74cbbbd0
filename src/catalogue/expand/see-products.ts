import type { Desired, DesiredRecord } from '../../records/desired.ts'
import type { CheckedProduct, NamedUse } from '../cache/checked-product.ts'
import type { ProductMemory } from '../cache/product-memory.ts'
import type { ProductCheck } from '../check-products.ts'
import type { Definitions } from '../../documents/collect-definitions.ts'
import type { Problem } from '../../problems/problem.ts'
import { productDigest } from '../../rules/product-digest.ts'
import type { FactGathering } from '../../rules/product-facts.ts'
import { type Located, spanOf } from '../../yaml/source-node.ts'
import { expandProduct } from './expand-product.ts'
import type { Expansion } from './expansion.ts'
import { type LiveOwned, setLiveOwned } from './set-live-owned.ts'

/** Where products come from, and who looks at them. */
export interface Products {
  readonly definitions: Definitions
  /** Groups and categories. */
  readonly roots: Desired['roots']
  readonly check: ProductCheck
  readonly gathering: FactGathering
  /** True for a product that is to be held, whole or as it is remembered. */
  holds(product: DesiredRecord): boolean
  /** What is held of a product, in its place. */
  kept(product: DesiredRecord): DesiredRecord
  readonly liveOwned: LiveOwned
  /** Products that need not be made again. */
  readonly memory: ProductMemory | undefined
}

/** A product that was just made; `uses` where it can be remembered. */
interface Made {
  readonly key: string
  readonly file: string
  readonly record: DesiredRecord
  readonly uses: Pick<CheckedProduct, 'lists' | 'pictures'> | undefined
}

type Seen = Made | CheckedProduct

/** So many products are made before they are checked. */
const atATime = 50

/** Makes the products some at a time and has them checked; gives those that are to be held. */
export function seeProducts(expansion: Expansion, products: Products): readonly DesiredRecord[] {
  const { roots, check, gathering, memory } = products
  const held: DesiredRecord[] = []
  let some: Seen[] = []
  const flush = (): void => {
    see(expansion, products, some)
    held.push(...some.flatMap((each) => ('record' in each && products.holds(each.record) ? products.kept(each.record) : [])))
    some = []
  }
  check.see(roots, expansion.rawGrids)
  for (const category of roots.Cat ?? []) gathering.see(category)
  for (const each of everyProduct(expansion, products)) {
    some.push(each)
    if (some.length === atATime) flush()
  }
  if (some.length > 0) flush()
  memory?.save()
  return held
}

function* everyProduct(expansion: Expansion, products: Products): Generator<Seen> {
  const { definitions, memory } = products
  for (const { key, located, read } of definitions.products?.values() ?? []) {
    const remembered = memory?.find(located.file, key)
    const known = remembered && !products.holds(remembered.digest) ? remembered : undefined
    if (known) replay(expansion, known)
    const next = known ?? make(expansion, products, { key, file: located.file, read })
    if (next) yield next
  }
}

function see(expansion: Expansion, { check, gathering, memory }: Products, some: readonly Seen[]): void {
  const made = some.filter((each) => 'record' in each)
  const records = made.map(({ record }) => record)
  // Those that are remembered were found right.
  const problems = records.length === 0 ? [] : check.see({ Product: records }, expansion.rawGrids)
  const isRight = rightFiles(made, problems)
  for (const each of some) {
    gathering.see('record' in each ? each.record : each.digest)
    if (!memory || 'digest' in each || !each.uses || !isRight(each.file) || gathering.isTested(each.record)) continue
    memory.add(each.file, { key: each.key, digest: productDigest(each.record), ...each.uses })
  }
}

/** Asks whether nothing is wrong with the products of a document; of a problem elsewhere, nobody knows whose it is. */
function rightFiles(made: readonly Made[], problems: readonly Problem[]): (file: string) => boolean {
  const files = new Set(made.map(({ file }) => file))
  const wrong = new Set(problems.map(({ at }) => at.file))
  const isElsewhere = [...wrong].some((file) => !files.has(file))
  return (file) => !isElsewhere && !wrong.has(file)
}

/** Notes again what a product uses. */
function replay(expansion: Expansion, { lists, pictures }: CheckedProduct): void {
  for (const list of lists) expansion.usedLists.add(list)
  for (const { written, folder, use, source } of pictures) {
    const { file, start, end } = source
    const located: Located = { file, node: { kind: 'scalar', text: written, start, end }, key: null }
    expansion.wantPicture(written, { folder, ...(use && { use }) }, located)
  }
}

interface Wanted extends Pick<Made, 'key' | 'file'> {
  readonly read: NonNullable<Definitions['products']> extends { values(): Iterable<{ read: infer R }> } ? R : never
}

function make(expansion: Expansion, { definitions, liveOwned }: Products, { key, file, read }: Wanted): Made | undefined {
  const faults = (): number => expansion.problems.length + definitions.problems.length + expansion.partly.length + expansion.rawGrids.size
  const before = faults()
  const definition = read()
  if (!definition) return undefined
  const lists = new Set<string>()
  const pictures: NamedUse[] = []
  let readsFile = false
  const noting: Expansion = {
    ...expansion,
    usedLists: lists,
    readText: (value, located) => {
      readsFile ||= typeof value !== 'string'
      return expansion.readText(value, located)
    },
    wantPicture: (written, as, located) => {
      pictures.push({ written, folder: as.folder, use: as.use, source: spanOf(located) })
      return expansion.wantPicture(written, as, located)
    },
  }
  const record = setLiveOwned(expandProduct(noting, definition), liveOwned)
  for (const list of lists) expansion.usedLists.add(list)
  const isPlain = !readsFile && faults() === before && !isTimed(record)
  return { key, file, record, uses: isPlain ? { lists: [...lists], pictures } : undefined }
}

/** What is to be said of a timed promotion depends on the day. */
function isTimed({ children }: DesiredRecord): boolean {
  return children.Merchandising?.some(({ fields }) => fields['timed_promotion'] === 'true') ?? false
}
