import { expect, test } from 'vitest'
import { applyPlan } from '../../src/apply/apply-plan.ts'
import { sealWebhooks } from '../../src/live/sealed-webhooks.ts'
import { openRehearsal, type Rehearsal } from '../../src/rehearse/open-rehearsal.ts'
import { webhooksOfPlan } from '../../src/workspace/webhook-addresses.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { scenarioNames, startScenario } from '../support/scenario-world.ts'
import { storeDump } from '../support/store-dump.ts'
import { virtualClock } from '../support/virtual-clock.ts'
import { sampled } from '../support/whole.ts'
import type { World } from '../support/world.ts'

function rehearsalOf({ catalogue, store, state, base }: World): Promise<Rehearsal> {
  const { config, desired, readPicture } = catalogue
  return openRehearsal({ catalogue: { config, desired, sources: { readPicture } }, connection: { store, state }, base, allPictures: true })
}

async function rehearse(plan: Plan, { catalogue }: World, { connection: { store, state } }: Rehearsal): Promise<string> {
  const { outcome } = await applyPlan({
    plan,
    store: sealWebhooks(store, webhooksOfPlan(plan, catalogue.resolveWebhook)),
    state,
    readPicture: (from, sha256) => catalogue.readPicture(from, sha256),
    clock: virtualClock(),
    runId: 'rehearsal',
    stop: new AbortController().signal,
    onEvent: () => undefined,
    limits: { concurrency: 4, settleMs: 60_000 },
  })
  return outcome
}

test.each(sampled(scenarioNames, 12))('%s: a rehearsal leaves the copy as an apply leaves the store, and the store as it was', async (name) => {
  await using world = await startScenario(name)
  const plan = await world.plan()
  const before = await world.dump()
  world.emulator.clearRequests()

  await using rehearsal = await rehearsalOf(world)
  const copied = await storeDump(rehearsal.connection.store)
  const outcome = await rehearse(plan, world, rehearsal)
  const [rehearsed, untouched] = [await storeDump(rehearsal.connection.store), await world.dump()]
  const writes = world.emulator.requests().filter(({ method }) => !['GET', 'HEAD', 'PROPFIND'].includes(method))
  const run = await world.apply(plan)

  expect(rehearsal.notes).toEqual([])
  expect(copied).toEqual(before)
  expect(untouched).toEqual(before)
  expect(writes).toEqual([])
  expect(outcome).toBe(run.outcome)
  expect(rehearsed).toEqual(await world.dump())
})
