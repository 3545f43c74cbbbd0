import { invariant, OperationalError } from '../errors.ts'
import type { ApplyContext } from './apply-context.ts'
import { classify } from './classify.ts'
import { type CreatedRoot, readCreated } from './read-created.ts'
import { collect, readTargets, type Wanted } from './read-targets.ts'
import { type LaneState, trackOf } from './lane-state.ts'
import type { Lane, Track } from '../plan/operation.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import type { Rewrite } from '../records/rewrite.ts'

/** What reading a root back has shown. */
export interface Verified {
  /** How the store differs from what was written, one sentence each; empty: everything arrived. */
  readonly differences: readonly string[]
  /** The address of the first record that differs; `null` where none does, or it is the root. */
  readonly address: string | null
  /** Values that the store changed in an accepted way. */
  readonly rewritten: readonly Rewrite[]
}

/** Waits before the second and the third look: a store may show a write a moment later (docs/assumptions.md W38). */
const pausesMs = [500, 2_000] as const

/**
 * Reads back what these steps wrote to some roots, and compares each with the state that its lane has reached. The store is
 * read up to three times, with a growing wait, until there is no difference.
 */
export async function verifyRoots(
  steps: ReadonlySet<string>,
  roots: readonly string[],
  context: ApplyContext,
): Promise<ReadonlyMap<string, Verified>> {
  let found = await lookOnce(steps, roots, context)
  for (const pause of pausesMs) {
    const open = [...found].filter(([, { differences }]) => differences.length > 0).map(([root]) => root)
    if (open.length === 0) break
    await context.clock.sleep(pause, context.stop)
    found = new Map([...found, ...(await lookOnce(steps, open, context))])
  }
  return found
}

async function lookOnce(steps: ReadonlySet<string>, roots: readonly string[], context: ApplyContext): Promise<Map<string, Verified>> {
  const [files, records] = partition(roots, (root) => context.index.roots.get(root)?.root.resource === null)
  return new Map([...(await lookAtFiles(files, context)), ...(await lookAtRecords(steps, records, context))])
}

function partition<T>(values: readonly T[], isFirst: (value: T) => boolean): readonly [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))]
}

async function lookAtFiles(roots: readonly string[], { index, uploads }: ApplyContext): Promise<readonly (readonly [string, Verified])[]> {
  if (roots.length === 0) return []
  const paths = roots.map((root) => index.roots.get(root)?.root.key ?? '')
  const problems = await uploads.confirm(new Set(paths))
  return roots.map((root, at) => {
    const problem = problems.get(paths[at] ?? '')
    return [root, { differences: problem === undefined ? [] : [problem], address: null, rewritten: [] }]
  })
}

async function lookAtRecords(steps: ReadonlySet<string>, roots: readonly string[], context: ApplyContext): Promise<Map<string, Verified>> {
  const created = new Map<string, CreatedRoot>()
  const others: string[] = []
  for (const root of roots) {
    const found = createdBy(steps, root, context)
    if (found) created.set(root, found)
    else others.push(root)
  }
  const looks = await Promise.all([lookAtCreated(steps, created, context), lookAtTargets(steps, others, context)])
  const places = new Map(roots.map((root, at) => [root, at]))
  return new Map(looks.flat().toSorted(([one], [other]) => (places.get(one) ?? 0) - (places.get(other) ?? 0)))
}

/** A root of which these steps have written the new record, where the run has written nothing else of it so far. */
function createdBy(steps: ReadonlySet<string>, address: string, { lanes, index }: ApplyContext): CreatedRoot | undefined {
  const { root, actions = [] } = index.roots.get(address) ?? {}
  const [first, ...others] = actions
  if (!root || !first || !lanes.isCreated(address)) return undefined
  const { step, at } = first
  if (step.kind !== 'post' || !steps.has(step.id) || others.some((other) => steps.has(other.step.id))) return undefined
  const record = (): RecordTree => {
    const found = step.records[at]
    invariant(found, `${step.id} has no record ${at}`)
    return found
  }
  return { root, record }
}

/** Most records are as they were written, which is seen without their lanes. */
async function lookAtCreated(
  steps: ReadonlySet<string>,
  created: ReadonlyMap<string, CreatedRoot>,
  { lanes, store, index: { capabilities } }: ApplyContext,
): Promise<readonly (readonly [string, Verified])[]> {
  const others = await readCreated([...created.values()], store, capabilities)
  return Array.from(created.keys(), (address): readonly [string, Verified] => {
    const rows = others.get(address)
    if (!rows) return [address, asWritten]
    return [
      address,
      lanes.use(address, (state) => {
        const seen = new Map(Array.from(tracksOf(state.lane, steps).keys(), (key): [string, Fields[]] => [key, []]))
        for (const row of rows) collect(row, seen, capabilities)
        return verified(state, { steps, seen, capabilities })
      }),
    ]
  })
}

const asWritten: Verified = { differences: [], address: null, rewritten: [] }

async function lookAtTargets(
  steps: ReadonlySet<string>,
  roots: readonly string[],
  { lanes, store, index }: ApplyContext,
): Promise<readonly (readonly [string, Verified])[]> {
  const wanted = roots.map((address): Wanted => {
    const root = index.roots.get(address)?.root
    invariant(root, `${address} is not written by this plan`)
    return { root, tracks: () => lanes.use(address, ({ lane }) => tracksOf(lane, steps)) }
  })
  const seen = await readTargets(wanted, store, index.capabilities)
  return wanted.map(({ root: { address } }) => [
    address,
    lanes.use(address, (state) => verified(state, { steps, seen: seen.get(address), capabilities: index.capabilities })),
  ])
}

/** The tracks of what these steps write. */
function tracksOf(lane: Lane, steps: ReadonlySet<string>): ReadonlyMap<string, Track> {
  const tracks = new Map<string, Track>()
  for (const { step, moves } of lane.operations) {
    if (steps.has(step)) for (const move of moves) tracks.set(move.track, trackOf(lane, move))
  }
  return tracks
}

/** Compares the rows that were read of a root with the state that its lane has reached. */
function verified(
  { lane, positions }: LaneState,
  {
    steps,
    seen,
    capabilities,
  }: {
    readonly steps: ReadonlySet<string>
    readonly seen: ReadonlyMap<string, readonly Fields[]> | undefined
    readonly capabilities: Capabilities
  },
): Verified {
  const differences: string[] = []
  const rewritten: Rewrite[] = []
  let bad: string | undefined
  for (const [key, { target, images }] of tracksOf(lane, steps)) {
    const image = images[positions.get(key) ?? 0] ?? null
    const reading = classify({ target, before: null, after: image, seen: seen?.get(key) ?? [] }, capabilities)
    if (reading.differences.length > 0) bad ??= key
    differences.push(...reading.differences)
    rewritten.push(...reading.rewritten)
  }
  const written = bad === undefined ? undefined : lane.operations.find(({ moves }) => moves.some(({ track }) => track === bad))
  return { differences, address: written?.address ?? null, rewritten }
}

/** The differences of one root as one sentence. */
export function verificationText(differences: readonly string[]): string {
  const shown = differences.slice(0, 3).join('; ')
  const more = differences.length > 3 ? ` (and ${differences.length - 3} more)` : ''
  return `Verification failed: ${shown}${more}.`
}

/** The message of an error of the store; a bug is thrown. */
export function faultText(error: unknown): string {
  if (!(error instanceof OperationalError)) throw error
  return `${error.message} ${error.fix}`
}
