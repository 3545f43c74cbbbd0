import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Agent, request } from 'undici'

/**
 * Reads the products of a catalogue with js-yaml and the answers of a store with the scanner of `micro/floor.mjs`, and looks each record up, and nothing else
 * (`bench/least-apply.ts`). Arguments: origin of the store, folder of the floor, folder of the catalogue, file with the requests. Prints how many records it has found in both.
 */
const [origin, floor, catalogue, reads] = process.argv.slice(2)
const { scan } = await import(pathToFileURL(join(floor, 'micro', 'scan.mjs')).href)
const { load } = createRequire(join(floor, 'package.json'))('js-yaml')

const wanted = new Map()
for (const file of readdirSync(join(catalogue, 'products'))) {
  for (const [sku, product] of Object.entries(load(readFileSync(join(catalogue, 'products', file), 'utf8')).products))
    wanted.set(sku, product)
}

const requests = JSON.parse(readFileSync(reads, 'utf8'))
const dispatcher = new Agent({ connections: 2 })
let next = 0
let found = 0
async function lane() {
  while (next < requests.length) {
    const { path, headers } = requests[next++]
    const { statusCode, body } = await request(`${origin}${path}`, { headers: { ...headers, 'accept-encoding': 'identity' }, dispatcher })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`)
    for (const { sku, title } of scan(text)) if (wanted.get(sku)?.title === title) found += 1
  }
}
await Promise.all([lane(), lane()])
await dispatcher.close()
process.stdout.write(`${found}\n`)
