import { expect, test } from 'vitest'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { forwarding, post, record, startBench } from '../../support/apply-bench.ts'
import { change } from '../../support/sample-plan.ts'
import { startScriptedStore } from '../../support/scripted-store.ts'

const skus = ['P0', 'P1', 'P2', 'P3', 'P4', 'P5']
const pageOf = (words: string): string => `<!DOCTYPE html><html><body><h1>${words}</h1></body></html>`

test.each<[status: number, refuses: (body: string) => boolean, left: readonly string[]]>([
  [413, (body) => body.split('<sku>').length > 3, []],
  [400, (body) => body.includes('<sku>P3<'), ['P3']],
])('a body that a proxy refuses with a page and %i is halved like one that the store refuses', async (status, refuses, left) => {
  const emulator = await startEmulator()
  await using front = await startScriptedStore(
    forwarding(emulator, ({ method, body }, response) => {
      if (method !== 'POST' || !refuses(body)) return false
      response.writeHead(status, { 'content-type': 'text/html' }).end(pageOf(`${status}`))
      return true
    }),
  )
  await using bench = await startBench(front, emulator)
  const changes = skus.map((sku) => change({ address: `product.${sku}`, action: 'create', resource: 'Product', key: { sku } }))
  const all = post(
    'Product',
    skus.map((sku) => record('Product', { sku })),
  )

  const run = await bench.apply([all], { changes })

  expect(run.failures.map(({ address }) => address)).toEqual(left.map((sku) => `product.${sku}`))
  expect(await bench.rows('Product', 'sku')).toEqual(skus.filter((sku) => !left.includes(sku)))
})
