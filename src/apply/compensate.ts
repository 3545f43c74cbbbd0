import type { LaneOperation } from '../plan/operation.ts'
import { bareRecord } from '../plan/record-of-change.ts'
import type { Step } from '../plan/step.ts'
import { resourceOf } from '../resources/registry.ts'
import type { ApplyContext } from './apply-context.ts'
import { isAt } from './classify.ts'
import { type LaneState, type OffGrid, offGrids } from './lanes.ts'
import { readTargets } from './read-targets.ts'
import { faultText } from './verify-roots.ts'

/** The step in whose name a compensation is journalled. */
const step: Step = {
  id: 'compensation',
  stage: 'grids',
  title: 'turn a grid on again',
  idempotency: 'keyed',
  needs: [],
  changes: [],
  kind: 'verify',
  of: [],
}

/**
 * Turns grids on again that lanes which ended early have left off, where their rows are whole: the old ones with the old price, or
 * the new ones with the new. One whose rows are neither stays off, with its simple price. Resolves to one sentence for each.
 */
export async function compensate(states: readonly LaneState[], context: ApplyContext): Promise<readonly string[]> {
  const grids = states.flatMap(offGrids)
  if (grids.length === 0) return []
  const notes: string[] = []
  for (const grid of grids)
    notes.push(await turnOn(grid, context).catch((error: unknown) => `grid ${grid.sku} is off: ${faultText(error)}`))
  return notes
}

async function turnOn({ state, sku, owner }: OffGrid, { store, index, journal }: ApplyContext): Promise<string> {
  const { lane, positions } = state
  const [grid, record] = [lane.tracks.get(`grid ${sku}`), lane.tracks.get(owner)]
  if (!grid || !record || record.target.kind !== 'rows') return `grid ${sku} is off.`
  const seen = await readTargets(
    [
      {
        root: lane.root,
        tracks: new Map([
          [`grid ${sku}`, grid],
          [owner, record],
        ]),
      },
    ],
    store,
    index.capabilities,
  )
  const rows = seen.get(lane.root.address)?.get(`grid ${sku}`) ?? []
  const found = [
    { name: 'new', image: grid.images.at(-1) ?? null, own: record.images.at(-1) },
    { name: 'old', image: grid.images[0] ?? null, own: record.images[0] },
  ].find(({ image }) => image !== null && image.rows.length > 0 && isAt(grid.target, image, rows, index.capabilities))
  const fields = found?.own?.rows[0]
  if (!found || !fields)
    return `The grid of ${sku} stays off, since its price entries are incomplete: the simple price applies. Run \`planogram apply\` again.`
  const { resource } = record.target
  const key = resourceOf(resource).key ?? ''
  const { price, advanced_pricing } = fields
  const written = bareRecord(resource, {
    [key]: sku,
    ...(price === undefined ? {} : { price }),
    advanced_pricing: advanced_pricing ?? 'true',
  })
  const operation = { id: `turn on ${sku}`, step: step.id }
  const answer = await journal.attempt(step, [operation], () => store.post(resource, [written]))
  const message = answer.kind === 'confirmed' ? null : answer.error.message
  const outcome = answer.kind === 'confirmed' ? 'done' : answer.kind === 'lost' ? 'unknown' : 'failed'
  await journal.conclude([{ operation: operation satisfies Pick<LaneOperation, 'id' | 'step'>, outcome, seen: null, message }])
  if (outcome !== 'done') return `The grid of ${sku} could not be turned on again: ${message ?? ''}`
  positions.set(owner, found.name === 'new' ? record.images.length - 1 : 0)
  return `The grid of ${sku} is on again with its ${found.name} prices, since the run ended before it was done.`
}
