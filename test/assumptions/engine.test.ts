import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assumptions, type Switches } from '../../src/emulator/assumptions/switches.ts'
import { areSwitches, profileSwitches } from '../../src/emulator/assumptions/profiles.ts'
import { OperationalError } from '../../src/errors.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { startWorld, type World } from '../support/world.ts'
import { pairsIn, pairsOf, pairwise } from './pairwise.ts'
import { isWhole, sampled } from '../support/whole.ts'

const folder = join(import.meta.dirname, '..', 'scenarios')
const sample = ['everything-into-an-empty-store', 'grid-loses-a-group', 'matrix-loses-a-value']
const all = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** How a scenario ended: the store is as it should be, or the engine said why not. Anything else is wrong data. */
type Ending = 'converged' | `refused: ${string}` | `not all: ${string}` | `WRONG: ${string}`

/** Under this value the engine refuses every write of a variant: it would hide the other switches. It is tried alone. */
const isRefused = (value: string): boolean => value === 'renamed'
const factors = Object.fromEntries(
  Object.entries(assumptions).map(([name, { values }]) => [name, values.filter((value) => !isRefused(value))]),
)
/** Settings in which every two values of two switches meet. */
const covering = pairwise(factors).map((switches) => {
  if (!areSwitches(switches)) throw new Error('a setting has a switch that does not exist')
  return switches
})

const settings: Readonly<Record<string, Partial<Switches>>> = Object.fromEntries([
  ['profile strict', profileSwitches('strict')],
  ['profile hostile', profileSwitches('hostile')],
  ['profile hostile with known names', profileSwitches('hostile', { variantOptions: 'assumed' })],
  ...Object.entries(assumptions).flatMap(([name, { values }]) =>
    values.slice(1).map((value) => {
      const turned = { [name]: value }
      if (!areSwitches(turned)) throw new Error(`no switch ${name}`)
      return [`${name} ${value}`, turned] as const
    }),
  ),
  ...covering.map((switches, at) => [`pairs of switches ${at + 1}`, switches] as const),
])

function begin(name: string, switches: Partial<Switches>): Promise<World> {
  const live = join(folder, name, 'live')
  return startWorld({ catalogue: join(folder, name, 'catalogue'), switches, ...(existsSync(live) ? { live } : {}) })
}

/** A store that lags shows its last writes late: its clock is advanced until each write can be read. */
async function planOnceSeen(world: World, { lag = '0' }: Partial<Switches>): Promise<Plan> {
  world.emulator.clock.advance(Number(lag))
  return await world.plan()
}

async function endingOf(name: string, switches: Partial<Switches>): Promise<Ending> {
  await using world = await begin(name, switches)
  try {
    const run = await world.apply(await world.plan())
    const failed = run.steps.find(({ outcome }) => outcome !== 'done' && outcome !== 'satisfied') ?? run.failures[0]
    if (failed) return `not all: ${failed.message ?? failed.outcome}`
    const left = await planOnceSeen(world, switches)
    const cannot = left.changes.filter(({ action }) => action === 'cannot')
    if (left.steps.length > 0) return `WRONG: said to be done, but ${left.steps.map(({ title }) => title).join('; ')} is left`
    return cannot.length > 0 ? `not all: ${cannot.length} changes cannot be made` : 'converged'
  } catch (error) {
    if (error instanceof OperationalError) return `refused: ${error.code}: ${error.message}`
    return `WRONG: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** In a sample every third setting meets one scenario, in a whole run each meets all of them. */
const pairs = sampled(Object.entries(settings), 3).flatMap(([setting, switches], at) => {
  const chosen = isWhole ? all : [sample[at % sample.length] ?? '']
  return chosen.map((scenario) => [setting, scenario, switches] as const)
})
const endings = new Map<string, Ending>()

test.each(pairs)('under %s, %s ends well or with a clear refusal', async (setting, scenario, switches) => {
  const ending = await endingOf(scenario, switches)
  endings.set(`${setting}, ${scenario}`, ending)

  expect({ fault: ending.startsWith('WRONG') ? ending : '' }).toEqual({ fault: '' })
})

test('every two values of two switches meet in a setting', () => {
  const met = new Set(covering.flatMap(pairsIn))

  const all = pairsOf(factors)

  process.stdout.write(`${all.length} pairs of values meet in ${covering.length} settings\n`)
  expect(all.filter((pair) => !met.has(pair))).toEqual([])
  expect(all.length).toBeGreaterThan(5000)
})

test('what the engine refuses is listed', () => {
  const refused = [...endings].filter(([, ending]) => ending !== 'converged')

  const lines = refused.map(([pair, ending]) => `  ${pair}: ${ending}`)

  process.stdout.write([`engine: ${endings.size} pairs of setting and scenario, ${refused.length} not converged`, ...lines, ''].join('\n'))
  expect(endings.size).toBe(pairs.length)
})
