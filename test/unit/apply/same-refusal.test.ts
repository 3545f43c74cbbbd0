import { expect, test } from 'vitest'
import type { Run } from '../../../src/apply/events.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { type Bench, post, record, startBench, upload } from '../../support/apply-bench.ts'

const pictures = Array.from({ length: 1000 }, (_, index) => `images/items/p${index}.png`)
const atOnce = 4

function siteOf({ emulator: { url, filesUrl, key } }: Bench, siteName: string): ReturnType<typeof openStore> {
  return openStore({ name: 'local', baseUrl: url, filesUrl, siteName, key })
}

function countsOf({ steps }: Run): Record<string, number> {
  const groups = Map.groupBy(steps, ({ outcome }) => outcome)
  return Object.fromEntries([...groups].map(([outcome, own]) => [outcome, own.length]))
}

function failuresShown({ events }: Bench): string[] {
  return events.flatMap((event) => (event.type === 'operation-failed' ? [`${event.failure.address}: ${event.failure.message}`] : []))
}

function posts({ emulator }: Bench): number {
  return emulator.requests().filter(({ method }) => method === 'POST').length
}

test.each([1, 4, 16])(
  'a wrong site_name: 1,000 pictures, %i at a time, need no more than 20 uploads, and one message',
  async (concurrency) => {
    await using bench = await startBench()
    const wrong = siteOf(bench, 'acme')
    const { host } = new URL(bench.emulator.filesUrl)

    const run = await bench.apply(pictures.map(upload), { files: wrong.files, concurrency })

    const sent = bench.emulator.requests().filter(({ path }) => path.startsWith('/files/'))
    const tried = sent.filter(({ method }) => method === 'PUT').length
    expect(tried).toBe(20)
    expect(sent.length).toBeLessThanOrEqual(20 + 3)
    expect(countsOf(run)).toEqual({ failed: tried, blocked: 1000 - tried })
    expect(run.outcome).toBe('partial')
    expect(run.failures.map(({ address, message }) => `${address}: ${message}`)).toEqual([
      `file.images/items/p0.png: The store refused all ${tried} uploads so far with the same answer. The Files API at ${host} has no folder for images on site acme (make folder: 404). The other ${1000 - tried} are not sent. Check files_url and site_name in planogram.yaml.`,
    ])
    expect(failuresShown(bench)).toEqual(run.failures.map(({ address, message }) => `${address}: ${message}`))
    await wrong.close()
  },
)

test('with the right site_name the same run goes on and ends', async () => {
  await using bench = await startBench()
  const wrong = siteOf(bench, 'acme')
  const few = pictures.slice(0, 40).map(upload)
  await bench.apply(few, { files: wrong.files })

  const run = await bench.apply(few)

  expect(countsOf(run)).toEqual({ done: 40 })
  expect(run.outcome).toBe('done')
  await wrong.close()
})

test('records go on while uploads are stopped, but for those that name a picture', async () => {
  await using bench = await startBench()
  const wrong = siteOf(bench, 'acme')
  const works = [
    ...pictures.slice(0, 30).map(upload),
    post('Product', [record('Product', { sku: 'PLAIN' }), record('Product', { sku: 'SHOWN', image: 'p29.png' })], {
      needs: ['s1', 's30'],
    }),
  ]

  const run = await bench.apply(works, { files: wrong.files })

  expect(await bench.rows('Product', 'sku')).toEqual(['PLAIN'])
  expect(run.steps.at(-1)).toMatchObject({ outcome: 'blocked', message: 'skipped: file.images/items/p29.png failed' })
  await wrong.close()
})

test('records that are refused one by one with the same words stop the rest of the body and of the run', async () => {
  await using bench = await startBench()
  bench.emulator.faults.add({ on: { method: 'POST' }, do: { kind: 'status', status: 400 }, times: 10_000 })
  const bodies = Array.from({ length: 10 }, (_, body) =>
    post(
      'Product',
      Array.from({ length: 100 }, (__, index) => record('Product', { sku: `P${body}-${index}` })),
    ),
  )

  const run = await bench.apply(bodies)

  expect(posts(bench)).toBeLessThanOrEqual(100)
  expect(run.failures.length).toBe(1)
  expect(run.failures[0]?.message).toMatch(
    /^The store refused all \d\d records so far with the same answer\. .* The other 9\d\d are not sent\. /,
  )
  expect(run.steps.length).toBe(10)
})

test('a body that the key may not write counts as its records', async () => {
  await using bench = await startBench()
  bench.emulator.faults.add({ on: { method: 'POST' }, do: { kind: 'status', status: 403 }, times: 10_000 })
  const bodies = Array.from({ length: 100 }, (_, body) =>
    post(
      'Product',
      Array.from({ length: 50 }, (__, index) => record('Product', { sku: `P${body}-${index}` })),
    ),
  )

  const run = await bench.apply(bodies)

  expect(posts(bench)).toBeLessThanOrEqual(atOnce)
  expect(run.failures.map(({ address }) => address)).toEqual(['product.P0-0'])
})

test('one bad record of many, or two causes, stop nothing', async () => {
  await using bench = await startBench()
  const works = [
    post('Product', [record('Product', { sku: 'GOOD-1' })]),
    ...Array.from({ length: 30 }, (_, index) =>
      post('Product', [record('Product', { sku: `BAD-${index}`, nosuchfield: '1' })], { needs: ['s1'] }),
    ),
    post('Product', [record('Product', { sku: 'GOOD-2' })], { needs: ['s31'] }),
  ]

  const run = await bench.apply(works)

  expect(await bench.rows('Product', 'sku')).toEqual(['GOOD-1', 'GOOD-2'])
  expect(countsOf(run)).toEqual({ done: 2, failed: 30 })
  expect(run.failures.length).toBe(30)
})

test('records that are refused for two reasons, the one after the other, are all tried and named', async () => {
  await using bench = await startBench()
  const bad = [{ nosuchfield: '1' }, { weight: 'heavy' }]
  const works = Array.from({ length: 50 }, (_, index) => post('Product', [record('Product', { sku: `BAD-${index}`, ...bad[index % 2] })]))

  const run = await bench.apply(works)

  expect(posts(bench)).toBe(50)
  expect(run.failures.length).toBe(50)
})
