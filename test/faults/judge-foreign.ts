import type { FaultCase } from './fault-case.ts'
import { type ForeignWrite, foreignWrites } from './foreign-writes.ts'
import type { Measured } from './measured.ts'
import type { Played } from './play-case.ts'
import type { Call } from './wrapped-ports.ts'
import { type StoreWrite, writeText } from './store-write.ts'

/** What the run of a plan did wrong about what somebody else wrote (docs/decisions/021-fault-points.md), one sentence each. */
export function judgeForeign(
  { stage, undisturbed }: Measured,
  foreign: NonNullable<FaultCase['foreign']>,
  played: Played,
): readonly string[] {
  const write = foreignWrites(stage.plan).find(({ what }) => what === foreign.what)
  if (!write) return [`the plan has no foreign write "${foreign.what}"`]
  const written = played.moments.findIndex(({ by }) => by === 'somebody else')
  // The store has refused what the other one wrote: an entry that is not there any more.
  if (written === -1) return []
  const { first, doubled } = readsOf(undisturbed.calls[0] ?? [], write)
  if (write.isSeen && foreign.before <= first) return judgeSeen(write, played, written)
  const isDoubled = doubled !== null && foreign.before > doubled.after && foreign.before <= doubled.until
  return isDoubled ? judgeDoubled(played) : []
}

function judgeDoubled({ runs: [run] }: Played): string[] {
  return run?.outcome === 'partial' ? [] : [`an entry that was inserted twice ended the run as ${run?.outcome ?? 'an error'}`]
}

/** What is seen before the first write is not overwritten, and the run reports it. */
function judgeSeen(write: ForeignWrite, { moments, firstEnd, runs }: Played, written: number): string[] {
  const over = moments.slice(written + 1, firstEnd).flatMap(({ write: own }) => (own && touches(own, write) ? [own] : []))
  const [run] = runs
  // A run that could write nothing at all says so.
  const expected = moments.slice(0, firstEnd).some(({ by, write: own }) => by === 'engine' && own !== null) ? 'partial' : 'moved'
  const named = run?.failures.map(({ address, message }) => `${address}: ${message}`) ?? []
  const isNamed = named.some((text) => [...write.addresses].some((address) => text.includes(address)))
  return [
    ...over.map((own) => `writes over what it could see: ${writeText(own)}`),
    ...(run?.outcome === expected
      ? []
      : [`the run ended as ${run?.outcome ?? 'an error'} instead of ${expected} though somebody else had written`]),
    ...(isNamed ? [] : [`no failure names ${[...write.addresses].join(' or ')}`]),
  ]
}

/** True where a request about the same root follows before any read of it: nobody could have seen the foreign write. */
export function isUnseen({ stage }: Measured, foreign: NonNullable<FaultCase['foreign']>, { calls: [calls = []] }: Played): boolean {
  const write = foreignWrites(stage.plan).find(({ what }) => what === foreign.what)
  const [name = ''] = write?.root.split('#') ?? []
  const rest = calls.filter(({ number }) => number >= foreign.before)
  const read = rest.find(({ reads }) => reads.includes(name))?.number ?? Number.POSITIVE_INFINITY
  const sent = rest.find(({ write: own }) => write && own && touches(own, write))?.number ?? Number.POSITIVE_INFINITY
  return sent < read
}

/** True for a sentence about an entry that somebody else has inserted and that stays behind. */
export function isLeft({ stage }: Measured, foreign: NonNullable<FaultCase['foreign']>, text: string): boolean {
  const write = foreignWrites(stage.plan).find(({ what }) => what === foreign.what)
  return write?.staysBehind === true && text.includes('"others"')
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
  return (
    write.kind === 'post' &&
    write.records.some(({ resource, fields }) => resource === 'PricingAdvanced' && fields['sku'] === sku && !fields['uid'])
  )
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
