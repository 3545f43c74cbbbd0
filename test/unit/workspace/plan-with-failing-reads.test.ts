import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FaultPlan } from '../../../src/emulator/faults/fault-plan.ts'
import { startWorld } from '../../support/world.ts'

const scenario = join(import.meta.dirname, '..', '..', 'scenarios', 'everything-into-an-empty-store')

const plans = 25

/** Reads of the Data API and of the Files API that fail by chance, each plan of faults drawn from a seed of its own. */
function failing(chance: number, actions: readonly FaultPlan['do'][]): FaultPlan[] {
  return actions.flatMap((action, index) =>
    ['GET', 'PROPFIND'].map(
      (method) => ({ on: { method }, do: action, times: 'always', chance, seed: 10 * index + method.length }) as const,
    ),
  )
}

const mixed: readonly FaultPlan['do'][] = [
  { kind: 'status', status: 502, body: 'html' },
  { kind: 'status', status: 503, retryAfter: 2 },
  { kind: 'status', status: 504, body: 'empty' },
  { kind: 'status', status: 429, retryAfter: 1 },
  { kind: 'status', status: 200, body: 'html' },
  { kind: 'cut', how: 'clean' },
  { kind: 'cut', how: 'length' },
]

test.each<[name: string, faults: readonly FaultPlan[]]>([
  ['1 % of the reads are answered 500', failing(0.01, [{ kind: 'status', status: 500 }])],
  ['6 % of the reads are answered 500', failing(0.06, [{ kind: 'status', status: 500 }])],
  ['1 % of the reads fail in each of seven ways', failing(0.01, mixed)],
])('%s: 25 of 25 plans are made, and are the same', async (_, faults) => {
  const slept: number[] = []
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds)
    return Promise.resolve()
  }
  await using world = await startWorld({ catalogue: scenario, pauses: { sleep, random: () => 0.5 } })
  const { planHash } = await world.plan()
  world.emulator.faults.add(...faults)

  const hashes = new Set<string>()
  for (let made = 0; made < plans; made += 1) hashes.add((await world.plan()).planHash)

  expect([...hashes]).toEqual([planHash])
  expect(world.emulator.faults.fired().length).toBeGreaterThan(0)
  expect(slept.length).toBeGreaterThanOrEqual(world.emulator.faults.fired().length)
  expect(world.emulator.requests().filter(({ method }) => method !== 'GET' && method !== 'PROPFIND')).toEqual([])
})
