import { expect, test } from 'vitest'
import type { RootedChange } from '../../../src/diff/change.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import type { RunningEmulator } from '../../../src/emulator/emulator-options.ts'
import type { Capabilities } from '../../../src/resources/capabilities.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { type Bench, forwarding, outcomes, record, startBench, type Work } from '../../support/apply-bench.ts'
import { desired, knownCapabilities, live } from '../../support/desired-records.ts'
import { changesOf, onGrid, planned, product, stored } from '../../support/planned-changes.ts'
import { type ScriptedStore, startScriptedStore } from '../../support/scripted-store.ts'
import { golden } from '../wire/read-events.ts'

type Row = readonly [group: string, start: string, end: string, price: string]

const breaks: readonly Row[] = [
  ['', '0', '11', '20'],
  ['', '12', '9999999', '17.5'],
]
const withDealers: readonly Row[] = [...breaks, ['dealer', '0', '11', '15'], ['dealer', '12', '9999999', '14']]
const cutAgain: readonly Row[] = [
  ['', '0', '9', '20'],
  ['', '10', '9999999', '17'],
]
const torn: Capabilities = { ...knownCapabilities, batches: 'unknown' }

function fieldsOf([group_code, start, end, price]: Row): Fields {
  return { sku: 'TEE', start, end, price, ...(group_code === '' ? {} : { group_code }) }
}

/** The store gives the rows of a sku the uids 1, 2, 3 in their order. */
function seed(emulator: RunningEmulator, rows: readonly Row[]): void {
  const grid = rows.map((row) => record('PricingAdvanced', fieldsOf(row)))
  emulator.seed([record('Product', { sku: 'TEE', title: 'Title of TEE', ...onGrid }, { PricingAdvanced: grid })])
}

function changed(from: readonly Row[], to: readonly Row[], capabilities: Capabilities): readonly RootedChange[] {
  const PricingAdvanced = to.map((row) => desired('PricingAdvanced', { group_code: '', ...fieldsOf(row) }))
  const now = from.map((row, index) => live('PricingAdvanced', { ...fieldsOf(row), uid: String(index + 1) }))
  return changesOf(product('TEE', onGrid, { PricingAdvanced }), stored('TEE', onGrid, { PricingAdvanced: now }), capabilities)
}

/** Applies the plan from some rows to others. */
async function apply(bench: Bench, from: readonly Row[], to: readonly Row[], capabilities = knownCapabilities): ReturnType<Bench['apply']> {
  const changes = changed(from, to, capabilities)
  const { steps } = planned(changes, { capabilities })
  const works: Work[] = JSON.parse(JSON.stringify(steps).replace(/"s0*(\d+)"/g, '"s$1"'))
  return bench.apply(works, { changes })
}

function gridIn(bench: Bench): Promise<string[]> {
  return bench.rows('PricingAdvanced', 'uid', 'start', 'end', 'price', 'group_code', 'currency_code')
}

function writesSeen({ seen }: ScriptedStore): string[] {
  return seen.flatMap(({ method, url }) => (method === 'GET' ? [] : [`${method} ${url.replace('/API/V3/', '')}`]))
}

/** A store in front of the emulator that breaks the connection at the first write of this method, before or after the store acts. */
function losing(emulator: RunningEmulator, method: string, when: 'before' | 'after'): Promise<ScriptedStore> {
  let left = 1
  return startScriptedStore(
    forwarding(emulator, (request, response) => {
      if (request.method !== method || left === 0) return false
      left -= 1
      const { url, authorization, body } = request
      const acted =
        when === 'before'
          ? Promise.resolve()
          : fetch(`${emulator.url}${url}`, { method, headers: { authorization }, ...(body === '' ? {} : { body }) })
      void acted.then(() => response.socket?.destroy())
      return true
    }),
  )
}

test('breaks are cut again, and a group leaves, in one body; its rows are then deleted by uid', async () => {
  const emulator = await startEmulator()
  seed(emulator, withDealers)
  await using front = await startScriptedStore(forwarding(emulator, () => false))
  await using bench = await startBench(front, emulator)

  const run = await apply(bench, withDealers, cutAgain)

  expect(run.failures).toEqual([])
  expect(writesSeen(front)).toEqual(['POST PricingAdvanced', 'DELETE PricingAdvanced/3', 'DELETE PricingAdvanced/4'])
  expect(front.seen.find(({ method }) => method === 'POST')?.body).toBe(golden('body-re-cut.xml').trim().replace(/>\s+</g, '><'))
  expect(await gridIn(bench)).toEqual(['1 0 9 20  ', '2 10 9999999 17  '])
})

test('a row that leaves and a cell that is there twice are deleted by uid, one request each, where bodies tear', async () => {
  const emulator = await startEmulator({ switches: { batch: 'stop' } })
  const doubled: readonly Row[] = [...breaks, ['', '0', '11', '19'], ['vip', '0', '9999999', '15']]
  seed(emulator, doubled)
  await using front = await startScriptedStore(forwarding(emulator, () => false))
  await using bench = await startBench(front, emulator)

  const run = await apply(bench, doubled, breaks, torn)

  expect(run.failures).toEqual([])
  expect(writesSeen(front)).toEqual(['DELETE PricingAdvanced/3', 'DELETE PricingAdvanced/4'])
  expect(await gridIn(bench)).toEqual(['1 0 11 20  ', '2 12 9999999 17.5  '])
})

test.each([
  ['after', []],
  ['before', [60_000]],
] as const)('a body that re-cuts whose answer was lost %s the store acted is read back: it is done, or it is not', async (when, slept) => {
  const emulator = await startEmulator()
  seed(emulator, withDealers)
  await using front = await losing(emulator, 'POST', when)
  await using bench = await startBench(front, emulator)

  const run = await apply(bench, withDealers, cutAgain)

  expect(run.failures).toEqual([])
  expect(bench.slept).toEqual(slept)
  expect(writesSeen(front)).toEqual([
    'POST PricingAdvanced',
    ...(when === 'before' ? ['POST PricingAdvanced'] : []),
    'DELETE PricingAdvanced/3',
    'DELETE PricingAdvanced/4',
  ])
  expect(await gridIn(bench)).toEqual(['1 0 9 20  ', '2 10 9999999 17  '])
})

test.each([
  ['after', ['DELETE PricingAdvanced/3']],
  ['before', ['DELETE PricingAdvanced/3', 'DELETE PricingAdvanced/3']],
] as const)(
  'a single delete whose answer was lost %s the store acted is read back, and sent again only where the row is there',
  async (when, writes) => {
    const emulator = await startEmulator()
    const doubled: readonly Row[] = [...breaks, ['', '0', '11', '20']]
    seed(emulator, doubled)
    await using front = await losing(emulator, 'DELETE', when)
    await using bench = await startBench(front, emulator)

    const run = await apply(bench, doubled, breaks)

    expect(run.failures).toEqual([])
    expect(writesSeen(front)).toEqual(writes)
    expect(await gridIn(bench)).toEqual(['1 0 11 20  ', '2 12 9999999 17.5  '])
  },
)

test('a part of a body that re-cuts was written by somebody else: the sku is refused, and nothing is written', async () => {
  await using bench = await startBench()
  seed(bench.emulator, [['', '0', '9', '20'], ...withDealers.slice(1)])

  const run = await apply(bench, withDealers, cutAgain)

  expect(outcomes(run).slice(0, 2)).toEqual(['s1 failed', 's2 blocked'])
  expect(run.failures[0]?.message).toMatch(
    /^Changed in the store since the plan was created: .*for the default group from quantity 0 to 11 is missing/,
  )
  expect(bench.store.requests().writes).toBe(0)
})

test('entries that have other uids than in the plan are not touched', async () => {
  await using bench = await startBench()
  seed(bench.emulator, withDealers)
  await bench.store.deletePrices(['TEE'])
  await bench.store.post(
    'PricingAdvanced',
    withDealers.map((row) => record('PricingAdvanced', fieldsOf(row))),
  )

  const run = await apply(bench, withDealers, cutAgain)

  expect(run.failures.map(({ message }) => message).slice(0, 1)).toEqual([
    'Changed in the store since the plan was created: price entry 1 of TEE does not exist any more (and 2 more). Create a new plan.',
  ])
  expect(bench.store.requests().writes).toBe(2)
})
