import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld, type World } from '../../support/world.ts'

const before = 'https://erp.example/hooks?token=before'

/** A webhook of ours whose variable has another value now. */
async function rotated(): Promise<World> {
  const folder = join(import.meta.dirname, '..', '..', 'scenarios', 'webhook-with-a-new-secret')
  const world = await startWorld({
    catalogue: join(folder, 'catalogue'),
    rows: [{ resource: 'Webhooks', fields: { name: 'NewOrder', url: before } }],
    webhooks: {
      env: { ERP_PASSWORD: 'hidden', ERP_TOKEN: 'after' },
      own: [{ name: 'NewOrder', url: 'https://***:${ERP_PASSWORD}@erp.example/hooks?source=***&token=${ERP_TOKEN}', address: before }],
    },
    pauses: { sleep: () => Promise.resolve() },
  })
  onTestFinished(() => world[Symbol.asyncDispose]())
  return world
}

function count({ emulator }: World): number {
  return emulator.records('Webhooks').length
}

test('the old address is removed after the new one was read back', async () => {
  const world = await rotated()

  const run = await world.apply(await world.plan())

  expect(run.steps.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
  expect(count(world)).toBe(1)
})

test('where the new address is refused, or is not in the store afterwards, the old one stays', async () => {
  const [refused, lost] = [await rotated(), await rotated()]
  const on = { method: 'POST', resource: 'Webhooks' }
  refused.emulator.faults.add({ on, do: { kind: 'status', status: 400 }, times: 'always' })
  lost.emulator.faults.add({ on, do: { kind: 'status', status: 204, body: 'empty' } })

  const [first, second] = [await refused.apply(await refused.plan()), await lost.apply(await lost.plan())]

  expect(first.steps.map(({ outcome }) => outcome)).toEqual(['failed', 'blocked', 'blocked'])
  expect(second.steps.map(({ outcome }) => outcome)).toEqual(['done', 'failed', 'blocked'])
  expect(second.steps.at(-1)?.message).toMatch(/^skipped: webhook\.NewOrder\/url\.\S+ failed in s002$/)
  expect([count(refused), count(lost)]).toEqual([1, 1])
})
