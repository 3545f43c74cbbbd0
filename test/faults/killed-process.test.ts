import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startBuilt } from '../support/command-line.ts'
import { copyOfCatalogue } from '../support/world.ts'
import { dumpDifferences } from '../support/dump-differences.ts'
import { storeDump } from '../support/store-dump.ts'
import { storedValue } from '../../src/resources/scalar.ts'
import { measure, type Measured } from './measured.ts'
import { randomOf } from './scenarios.ts'
import { lookAtShop, type ShopWindow } from './shop-window.ts'
import { isWhole } from '../support/whole.ts'
import { type Bounds, boundsOf, wrongMoment } from './wrong-moments.ts'

const scenarioFolder = join(import.meta.dirname, '..', 'scenarios')
const names = ['grid-breaks-change', 'matrix-to-simple', 'matrix-gets-a-value', 'pictures-change', 'simple-to-matrix', 'wild-keys']
/** A seeded sample; `PLANOGRAM_FULL=1` kills 150 processes at least. Applies of a scenario from its start to its end, and kills in each, at most. */
const [rounds, mostKills] = isWhole ? [10, 6] : [1, 2]
let kills = 0

afterAll(() => {
  process.stdout.write(`Killed: ${kills} processes\n`)
})

/** A catalogue folder whose store is the emulator of a scenario; `using` removes it. */
function shopOf({ stage }: Measured): Disposable & { readonly root: string } {
  const { url, filesUrl, site } = stage.emulator
  const root = copyOfCatalogue(join(scenarioFolder, stage.name, 'catalogue'))
  // The program plans as the scenario does, so that the prices in between are those of its plan.
  const known = Object.entries(stage.plan.madeFrom.capabilities).filter(([name, value]) => name !== 'files' && value !== 'unknown')
  const capabilities = JSON.stringify(Object.fromEntries(known))
  const store = `{ base_url: "${url}", files_url: "${filesUrl}", site_name: ${site}, key: "\${SHOP_KEY}", capabilities: ${capabilities} }`
  writeFileSync(join(root, 'planogram.yaml'), `stores: { local: ${store} }\ndefault_store: local\nlimits: { settle: 300ms }\n`)
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}

/** When a process is killed: when so many requests have arrived, or so many milliseconds later; the last one acts nevertheless. */
interface Kill {
  readonly requests: number
  readonly afterMs: number
}

/** Runs a command to its end, or until it is killed; resolves to its exit code, `null` where it was killed. */
async function run(
  { stage }: Measured,
  root: string,
  args: readonly string[],
  kill: Kill | null,
  look: () => Promise<void>,
): Promise<number | null> {
  const env = { ...process.env, SHOP_KEY: stage.emulator.key, CI: '1' }
  const child = startBuilt(['--chdir', root, ...args], { stdio: 'ignore', env })
  let arrived = 0
  stage.emulator.betweenRequests(async () => {
    arrived += 1
    // Before the look, whose own requests are counted too.
    const due = arrived === kill?.requests ? kill : null
    await look()
    if (due?.afterMs === 0) child.kill('SIGKILL')
    else if (due !== null) void wait(due.afterMs).then(() => child.kill('SIGKILL'))
  })
  const [code] = await once(child, 'close')
  stage.emulator.betweenRequests(null)
  return typeof code === 'number' ? code : null
}

/** An apply by the program from the start of the scenario, without a kill. */
async function undisturbedApply(measured: Measured): Promise<{ readonly dump: readonly string[]; readonly bounds: Bounds }> {
  const { stage } = measured
  stage.restart()
  using shop = shopOf(measured)
  const before = await lookAtShop(stage.storeNow)
  const code = await run(measured, shop.root, ['apply', '--auto-approve'], null, () => Promise.resolve())
  if (code !== 0) throw new Error(`${stage.name} could not be applied: exit code ${code}`)
  const after = await lookAtShop(stage.storeNow)
  return {
    dump: await storeDump(stage.storeNow, storedValue),
    bounds: boundsOf(before, after, [stage.plan]),
  }
}

/**
 * Applies until an apply ends well: the first ones are killed, each other one resumes. Resolves to the number of kills. The first kill
 * acts while its request waits for an answer, so that no machine is too fast for it.
 */
async function applyUntilDone(measured: Measured, root: string, random: () => number, look: () => Promise<void>): Promise<number> {
  let killed = 0
  for (let turn = 0; turn < 20; turn += 1) {
    const requests = 1 + Math.floor(random() * (turn === 0 ? 12 : 28))
    const afterMs = Math.floor(random() * 2) * Math.ceil(random() * 15)
    const kill = killed < mostKills ? { requests, afterMs: turn === 0 ? 0 : afterMs } : null
    // With `--quiet` the changes of new records are packed.
    const quiet = turn % 4 === 0 ? ['--quiet'] : []
    const args = ['apply', ...(turn % 2 === 1 ? ['--resume'] : ['--auto-approve', ...quiet])]
    const code = await run(measured, root, args, kill, look)
    if (code === null) killed += 1
    // A run that was killed before it was recorded cannot be resumed: that alone is no success.
    if (code === 0 && !args.includes('--resume')) return killed
  }
  throw new Error('20 applies did not end well')
}

test.each(isWhole ? names : names.slice(0, 1))(
  '%s: a process that is killed at any time is resumed, and the store ends as after one apply',
  { timeout: 900_000 },
  async (name) => {
    await using measured = await measure(name)
    const { stage } = measured
    const random = randomOf(`kill ${name}`)
    const expected = await undisturbedApply(measured)

    for (let round = 0; round < rounds; round += 1) {
      stage.restart()
      using shop = shopOf(measured)
      const seen: ShopWindow[] = []
      let isLooking = false
      kills += await applyUntilDone(measured, shop.root, random, async () => {
        if (isLooking) return
        isLooking = true
        seen.push(await lookAtShop(stage.storeNow))
        isLooking = false
      })
      const again = await run(measured, shop.root, ['plan', '--detailed-exitcode'], null, () => Promise.resolve())

      expect(again).toBe(0)
      expect(dumpDifferences(await storeDump(stage.storeNow, storedValue), expected.dump)).toEqual([])
      expect(seen.flatMap((window) => wrongMoment(window, expected.bounds))).toEqual([])
    }
  },
)

test('enough processes were killed', () => {
  expect(kills).toBeGreaterThanOrEqual(isWhole ? 150 : 1)
})
