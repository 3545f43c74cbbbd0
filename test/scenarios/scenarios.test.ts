import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parsePlanFile } from '../../src/plan/plan-file.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { planText } from '../../src/report/plan-text.ts'
import { planView } from '../../src/report/view/plan-view.ts'
import { plainTheme } from '../../src/report/theme.ts'
import { planFileText } from '../support/sample-plan.ts'
import { scenarioNames, startScenario } from '../support/scenario-world.ts'
import { wrongPrices } from '../support/shopper-prices.ts'
import type { World } from '../support/world.ts'
import { isWhole } from '../support/whole.ts'

function writesOf(world: World): readonly string[] {
  return world.emulator
    .requests()
    .filter(({ method }) => !['GET', 'HEAD', 'PROPFIND', 'OPTIONS'].includes(method))
    .map(({ method, path }) => `${method} ${path}`)
}

/** The file `plan.txt` of a scenario. */
function expectedText(plan: Plan): string {
  const steps = plan.steps.map(({ id, stage, title, needs }) => `${id} ${stage}: ${title}${needs.length === 0 ? '' : ` (after ${needs.join(', ')})`}`)
  const shown = planText(planView(plan), plainTheme, { width: 100, verbose: true })
  return [shown, 'Steps', ...steps, ''].join('\n').replaceAll(plan.planHash.slice(0, 8), '<hash>').replace(/(127\.0\.0\.1):\d+/, '$1')
}

/** The numbers of steps after which an apply is stopped: two of them, spread over the plan; with `PLANOGRAM_FULL=1` all. */
function stopsOf(steps: number): readonly number[] {
  const all = Array.from({ length: steps }, (_, index) => index)
  if (isWhole || steps <= mostStops) return all
  return Array.from({ length: mostStops }, (_, index) => Math.round(((index + 1) * steps) / (mostStops + 1)))
}

const mostStops = 2

/** True for one scenario in so many; with `PLANOGRAM_FULL=1` for all. */
function isSampled(name: string, count: number): boolean {
  return isWhole || scenarioNames.indexOf(name) % count === 0
}

test('the laws run on at least 12 scenarios', () => {
  expect(scenarioNames.length).toBeGreaterThanOrEqual(12)
})

describe.each(scenarioNames)('scenario %s', (name) => {
  test('is valid, and its plan reads as expected, also from its file; applied, the store equals the catalogue, the second plan is empty and writes nothing', async () => {
    await using world = await startScenario(name)

    const plan = await world.plan()
    const text = expectedText(plan)
    const written = writesOf(world)
    const run = await world.apply(plan)
    world.emulator.clearRequests()
    const second = await world.plan()
    const nothing = await world.apply(second)

    expect(world.catalogue.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, name, 'plan.txt'))
    expect(await parsePlanFile(planFileText(plan))).toEqual(plan)
    expect(written).toEqual([])
    expect(run.steps.filter(({ outcome }) => outcome !== 'done')).toEqual([])
    expect(second.steps).toEqual([])
    expect(second.changes.filter(({ action }) => action !== 'cannot')).toEqual([])
    expect(nothing.outcome).toBe('done')
    expect(writesOf(world)).toEqual([])
  })

  test.runIf(isSampled(name, 12))('with barriers, stopped in the middle and planned again or not, the store ends the same', async () => {
    await using whole = await startScenario(name)
    await using barred = await startScenario(name)
    await using stopped = await startScenario(name)
    const order = { barrier: true }
    await whole.apply(await whole.plan())

    const plan = await barred.plan(order)
    const run = await barred.apply(plan)
    await stopped.apply(await stopped.plan(order), Math.floor(plan.steps.length / 2))
    const rest = await stopped.apply(await stopped.plan(order))

    expect([run.outcome, rest.outcome]).toEqual(['done', 'done'])
    expect(await barred.dump()).toEqual(await whole.dump())
    expect(await stopped.dump()).toEqual(await whole.dump())
    expect(await parsePlanFile(planFileText(plan))).toEqual(plan)
  })

  test.runIf(isSampled(name, 10))('stopping after any step, planning and applying again ends in the same state, and no shopper sees a wrong price in between', async () => {
    await using whole = await startScenario(name)
    const before = await whole.prices()
    const plan = await whole.plan()
    await whole.apply(plan)
    const expected = await whole.dump()
    const after = await whole.prices()

    for (const stopAfter of stopsOf(plan.steps.length)) {
      await using world = await startScenario(name)
      const first = await world.apply(await world.plan(), stopAfter)
      const between = await world.prices()
      const rest = await world.apply(await world.plan())
      const left = await world.plan()

      expect(first.outcome, `stopped after ${stopAfter}`).toBe('interrupted')
      expect(rest.outcome, `resumed after ${stopAfter}`).toBe('done')
      expect(left.steps, `left after ${stopAfter}`).toEqual([])
      expect(await world.dump(), `stopped after ${stopAfter}`).toEqual(expected)
      expect(wrongPrices(between, { before, after, hazards: plan.hazards }), `shoppers after ${stopAfter}`).toEqual([])
    }
  })
})
