import { gridKey } from '../plan/lane.ts'
import type { Image } from '../plan/operation.ts'
import { bareRecord } from '../plan/record-of-change.ts'
import type { Step } from '../plan/step.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import type { ApplyContext } from './apply-context.ts'
import { isAt } from './classify.ts'
import { resourceOfTarget } from './compare-rows.ts'
import { evenIfStopped } from './answer.ts'
import { type LaneState, type OffGrid, offGrids, trackOf } from './lane-state.ts'
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
    notes.push(await turnOn(grid, context).catch((error: unknown) => `The grid of ${grid.sku} is off: ${faultText(error)}`))
  return notes
}

async function turnOn({ state, sku, owner }: OffGrid, { store, index, journal, late }: ApplyContext): Promise<string> {
  const { lane } = state
  await late.settle()
  if (late.mayAct(lane.operations))
    return `The grid of ${sku} stays off, since a request whose answer was lost may still change it: the simple price applies. Run \`planogram apply --resume\`.`
  const [grid, record] = [trackOf(lane, { track: gridKey(sku) }), trackOf(lane, { track: owner })]
  const wanted = [{ root: lane.root, tracks: () => new Map([[gridKey(sku), grid]]) }]
  const seen = await evenIfStopped(() => readTargets(wanted, store, index.capabilities))
  const rows = seen.get(lane.root.address)?.get(gridKey(sku)) ?? []
  const isWhole = (image: Image | undefined): boolean =>
    image !== undefined && image !== null && image.rows.length > 0 && isAt(image, { target: grid.target, seen: rows }, index.capabilities)
  const ends = [
    { name: 'new', image: grid.images.at(-1), own: record.images.at(-1) },
    { name: 'old', image: grid.images[0], own: record.images[0] },
  ]
  const end = ends.find(({ image }) => isWhole(image))
  if (!end)
    return `The grid of ${sku} stays off, since its price entries are incomplete: the simple price applies. Run \`planogram apply\` again.`
  const written = pricedRecord(resourceOfTarget(record.target), sku, end.own?.rows[0] ?? {})
  const operation = { id: `turn on ${sku}`, step: step.id }
  const answer = await journal.attempt(step, [operation], { send: () => store.post(written.resource, [written]), ignoresStop: true })
  const outcome = answer.kind === 'confirmed' ? 'done' : answer.kind === 'lost' ? 'unknown' : 'failed'
  const message = answer.kind === 'confirmed' ? null : answer.error.message
  if (answer.kind === 'lost') late.add([operation])
  await journal.conclude([{ operation, outcome, seen: null, message }], 'now')
  if (message !== null) return `The grid of ${sku} could not be turned on again: ${message}`
  return `The grid of ${sku} is on again with its ${end.name} prices, since the run ended before it was done.`
}

/** The record that owns a grid, with the two fields that decide by which prices customers pay. */
function pricedRecord(resource: ResourceName, sku: string, { price, advanced_pricing: flag = 'true' }: Fields): RecordTree {
  const key = resourceOf(resource).key ?? 'sku'
  return bareRecord(resource, { [key]: sku, ...(price === undefined ? {} : { price }), advanced_pricing: flag })
}
