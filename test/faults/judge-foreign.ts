import type { FaultCase } from './fault-case.ts'
import { type ForeignWrite, foreignWrites } from './foreign-writes.ts'
import type { Measured } from './judge.ts'
import { dumpDifferences } from './judge.ts'
import type { Played } from './play-case.ts'
import { priceOf, questionsAbout, sees, type ShopWindow } from './shop-window.ts'
import type { Call } from './simulated-process.ts'
import { type StoreWrite, writeText } from './store-write.ts'

/** What is wrong with a case in which somebody else wrote (semantics of docs/decisions/021-fault-points.md). */
export function judgeForeign({ stage, undisturbed }: Measured, { foreign }: FaultCase, played: Played): readonly string[] {
  const write = foreignWrites(stage.plan).find(({ what }) => what === foreign?.what)
  if (!write || !foreign) return ['the case has no foreign write']
  const reads = readsOf(undisturbed.calls[0] ?? [], write)
  const after = played.moments.findIndex(({ by }) => by === 'somebody else')
  const later = played.moments.slice(after + 1, played.firstEnd)
  const [run] = played.runs
  const wrong: string[] = []
  // The store has refused what the other one wrote: an entry that is not there any more.
  if (after === -1) return [...played.wrong, ...dumpDifferences(played.dump, undisturbed.dump)]
  if (write.isSeen && foreign.before <= reads.first) {
    const over = later.flatMap((moment) => (moment.write && touches(moment.write, write) ? [moment.write] : []))
    wrong.push(...over.map((each) => `writes over what it could see: ${writeText(each)}`))
    if (run?.outcome !== 'partial') wrong.push(`the run ended as ${run?.outcome ?? 'an error'} though somebody else had written`)
    if (!run?.failures.some(({ address }) => write.addresses.has(address))) wrong.push(`no failure names ${[...write.addresses].join(' or ')}`)
  } else if (reads.doubled && foreign.before > reads.doubled.after && foreign.before <= reads.doubled.until && run?.outcome !== 'partial')
    wrong.push(`an entry that was inserted twice ended the run as ${run?.outcome ?? 'an error'}`)
  const { keeps } = write
  const differences = dumpDifferences(played.dump, undisturbed.dump).filter((text) => keeps === null || !text.includes(keeps))
  return [...played.wrong, ...wrong, ...differences, ...withoutPrice(played)]
}

/** When a foreign write is noticed, by the numbers of the calls. */
interface Reads {
  /** The read before the first write to the root; 0: it is not read. */
  readonly first: number
  /** A price entry that is inserted after the first of these calls, and not after the second, is found twice. */
  readonly doubled: { readonly after: number; readonly until: number } | null
}

function readsOf(calls: readonly Call[], { root, keys, doubles }: ForeignWrite): Reads {
  const [name = ''] = root.split('#')
  const readsRoot = calls.filter(({ reads }) => reads.includes(name)).map(({ number }) => number)
  const [first = 0] = readsRoot
  const sent = calls.find(({ write }) => write && [...namesIn(write)].some((key) => keys.has(key)))?.number ?? 0
  const inserted = calls.find(({ write }) => doubles !== null && write && insertsInto(write, doubles))?.number
  const until = readsRoot.find((number) => number > (inserted ?? Number.POSITIVE_INFINITY))
  const cleared = calls.findLast(({ number, write }) => number < (inserted ?? 0) && write?.kind === 'delete-prices')?.number ?? 0
  return {
    first: first < sent ? first : 0,
    doubled: inserted === undefined || until === undefined ? null : { after: Math.max(first, cleared), until },
  }
}

function insertsInto(write: StoreWrite, sku: string): boolean {
  return write.kind === 'post' && write.records.some(({ resource, fields }) => resource === 'PricingAdvanced' && fields['sku'] === sku && !fields['uid'])
}

function touches(write: StoreWrite, { keys }: ForeignWrite): boolean {
  return [...namesIn(write)].some((key) => keys.has(key))
}

/** The keys of the records that a write is about. */
function namesIn(write: StoreWrite): ReadonlySet<string> {
  switch (write.kind) {
    case 'post':
      return new Set(write.records.flatMap(({ fields }) => namesOf(fields)))
    case 'delete-prices':
      return new Set(write.skus)
    case 'delete-row':
      return new Set(namesOf(write.where))
    case 'write-file':
    case 'remove-file':
      return new Set([write.path])
    default:
      return write satisfies never
  }
}

function namesOf(fields: Readonly<Record<string, string>>): string[] {
  return ['sku', 'code', 'cat_code'].flatMap((name) => fields[name] ?? [])
}

/** Products on sale that have no price after one of our writes and had one before it. */
function withoutPrice({ moments }: Played): string[] {
  return moments.flatMap(({ write, window, by }, index) => {
    const before = moments[index - 1]
    if (!before || !write || by !== 'engine') return []
    const had = missingPrices(before.window, window)
    return [...missingPrices(window, window)].flatMap((text) => (had.has(text) ? [] : [`after ${writeText(write).slice(0, 120)}: ${text}`]))
  })
}

function missingPrices(window: ShopWindow, asked: ShopWindow): ReadonlySet<string> {
  const { groups, quantities } = questionsAbout([asked])
  const missing = new Set<string>()
  for (const product of window.products.values()) {
    for (const [code, priced] of product.onSale) {
      for (const group of groups.filter((name) => sees(name, product))) {
        for (const quantity of quantities) {
          const price = priceOf(priced, group, quantity, null)
          if (price === 'no price' || price === '0') missing.add(`${code} has ${price === '0' ? 'the price 0' : price} for ${group || 'visitors'} from ${quantity}`)
        }
      }
    }
  }
  return missing
}
