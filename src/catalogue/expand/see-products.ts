import type { Desired, DesiredRecord } from '../../records/desired.ts'
import type { CheckedProduct, NamedUse } from '../cache/checked-product.ts'
import type { ProductMemory } from '../cache/product-memory.ts'
import type { ProductCheck } from '../check-products.ts'
import type { Definitions } from '../collect-definitions.ts'
import type { Problem } from '../problem.ts'
import { type Located, spanOf } from '../yaml/source-node.ts'
import { expandProduct } from './expand-product.ts'
import type { Expansion } from './expansion.ts'
import { type LiveOwned, setLiveOwned } from './set-live-owned.ts'

/** Where products come from, and who looks at them. */
export interface Products {
  readonly definitions: Definitions
  /** Groups and categories. */
  readonly roots: Desired['roots']
  readonly check: ProductCheck
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

/** So many products are made before they are checked and cut. */
const atATime = 50

/** Makes the products some at a time, has them checked, and gives what is to be held of them. */
export function seeProducts(expansion: Expansion, products: Products): readonly DesiredRecord[] {
  const { definitions, check, memory } = products
  const held: DesiredRecord[] = []
  let some: (Made | CheckedProduct)[] = []
  const flush = (): void => {
    held.push(...see(expansion, products, some))
    some = []
  }
  check.see([], products.roots, expansion.rawGrids)
  for (const { key, located, read } of definitions.products?.values() ?? []) {
    const known = memory?.find(located.file, key)
    if (known) replay(expansion, known)
    const next = known ?? make(expansion, products, { key, file: located.file, read })
    if (next) some.push(next)
    if (some.length === atATime) flush()
  }
  if (some.length > 0) flush()
  memory?.save()
  return held
}

function see(expansion: Expansion, { check, roots, memory }: Products, some: readonly (Made | CheckedProduct)[]): DesiredRecord[] {
  const made = some.filter((each) => 'record' in each)
  const records = made.map(({ record }) => record)
  const { held, problems } = check.see(records, { ...roots, Product: records }, expansion.rawGrids)
  const digests = new Map(made.map((each, index) => [each, held[index] ?? each.record]))
  const isRight = rightFiles(made, problems)
  return some.map((each) => {
    if ('digest' in each) return each.digest
    const { key, file, record, uses } = each
    const digest = digests.get(each) ?? record
    if (uses && digest !== record && isRight(file)) memory?.add(file, { key, digest, ...uses })
    return digest
  })
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
