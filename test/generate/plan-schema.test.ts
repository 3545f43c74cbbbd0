import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { planFileText } from '../support/sample-plan.ts'
import { startWorld } from '../support/world.ts'

const committed = readFileSync(join(resolve(import.meta.dirname, '../..'), 'schemas', 'plan.schema.json'), 'utf8')

test('a real plan is valid by the published schema, and one with a field too many is not', async () => {
  const scenario = join(import.meta.dirname, '..', 'scenarios', 'everything-into-an-empty-store', 'catalogue')
  await using world = await startWorld({ catalogue: scenario })
  const published: unknown = JSON.parse(committed)
  const schema = z.fromJSONSchema(published as Parameters<typeof z.fromJSONSchema>[0])

  const plan: Record<string, unknown> = JSON.parse(planFileText(await world.plan()))

  expect(schema.safeParse(plan).error).toBeUndefined()
  expect(schema.safeParse({ ...plan, key: 'a-secret' }).success).toBe(false)
})
