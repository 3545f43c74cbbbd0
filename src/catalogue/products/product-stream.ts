import { isOn } from '../../resources/scalar.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { sellsOneOf } from '../../rules/every-record.ts'
import { expandProduct } from '../expand/expand-product.ts'
import { type ExpansionContext, findingsOf, startExpansion } from '../expand/expansion.ts'
import { requestPicture } from '../expand/request-picture.ts'
import { setLiveOwned } from '../expand/set-live-owned.ts'
import type { RequestedPicture } from '../expand/uses.ts'
import type { Entry } from '../files/source-document.ts'
import { readProduct } from '../layers/definitions.ts'
import type { LayeredCatalogue } from '../layers/layer-catalogue.ts'
import type { RememberedProduct } from './packed-product.ts'
import type { ProductMemory } from './product-memory.ts'
import type { BrokenProduct, ReadProduct } from './read-product.ts'

export interface ProductInput {
  readonly layered: LayeredCatalogue
  readonly context: ExpansionContext
  /** Products of an earlier run; `undefined`: every product is expanded. */
  readonly memory: ProductMemory | undefined
  /** Skus and variant codes whose products are needed as records, not as digests; `null`: all of them. */
  readonly needed: ReadonlySet<string> | null
  /** The skus and variant codes of price tests. */
  readonly tested: ReadonlySet<string>
}

/** Reads the products of a catalogue one by one, in the order of the documents. */
export function* readProducts(input: ProductInput): Generator<ReadProduct | BrokenProduct> {
  const { layered, memory, needed } = input
  for (const [key, entry] of layered.definitions.products ?? []) {
    const known = needed === null ? undefined : memory?.find(entry.file, key)
    if (known && needed && !sellsOneOf(known.record, needed)) yield remembered(input.context, known, entry.file)
    else yield expanded(input, key, entry)
  }
}

function expanded({ layered, context, tested }: ProductInput, key: string, entry: Entry): ReadProduct | BrokenProduct {
  const { definition, problems } = readProduct(layered.joined, [key, entry], layered.extra)
  if (!definition) return { record: null, problems }
  const expansion = startExpansion(context)
  const record = setLiveOwned(expandProduct(expansion, definition), context.liveOwned)
  const findings = findingsOf(expansion)
  const isPlain = [findings.uses.texts, findings.rawGrids, findings.partly, findings.problems, problems].every(({ length }) => length === 0)
  return {
    ...findings,
    problems: [...problems, ...findings.problems],
    key,
    file: entry.file,
    record,
    isDigest: false,
    isRepeatable: isPlain && !isTimed(record) && !sellsOneOf(record, tested),
  }
}

function remembered(
  context: ExpansionContext,
  { key, record, priceLists, pictures: written }: RememberedProduct,
  file: string,
): ReadProduct {
  const problems: Problem[] = []
  const pictures = written.flatMap((each): RequestedPicture[] => {
    const picture = requestPicture(context, each, problems)
    if (!('finding' in picture)) return [picture]
    problems.push(makeProblem(picture.finding))
    return []
  })
  const uses = { priceLists, pictures, texts: [] }
  return { key, file, record, isDigest: true, isRepeatable: true, uses, problems, rawGrids: [], partly: [] }
}

/** Problems of a timed promotion depend on the day. */
function isTimed({ children }: DesiredRecord): boolean {
  return children.Merchandising?.some(({ fields }) => isOn(fields['timed_promotion'])) ?? false
}
