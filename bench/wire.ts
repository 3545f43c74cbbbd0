import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { create } from 'xmlbuilder2'
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js'
import type { RecordTree } from '../src/resources/record-tree.ts'
import { type ResourceName, resourceOf } from '../src/resources/registry.ts'
import { readResultSet } from '../src/wire/result-set-reader.ts'
import { formatResultSet } from '../src/wire/result-set-writer.ts'
import { parseSpec } from '../src/wire/spec.ts'
import { loadText, machineText, spreadOf } from './measure.ts'
import { sentence } from './product-text.ts'
import { seededRandom } from './random.ts'

/*
 * Measures the wire: a page of 2,000 products with everything, read and written, against fast-xml-parser, `xmllint --huge --sax` and
 * xmlbuilder2 in the same run, in processor time. Writes wire-results.md.
 */
const rounds = 7
const specText = 'Product+Inventory+ProdCat+PricingAdvanced+(Variants+PricingAdvanced)'
const spec = parseSpec(specText)
if ('fault' in spec) throw new Error(spec.fault)

const products = Array.from({ length: 2_000 }, (_, index) => productOf(index))
const body = formatResultSet(products, {})
const page = body.replace('<ResultSet', '<ResultSet startResultIndex="0" totalResults="2000" totalResultsReturned="2000"')
const bytes = new TextEncoder().encode(page)
const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, trimValues: false })

const reader = await secondsOf(async () => {
  for await (const events of readResultSet(chunks(), spec, { names: {} }))
    for (const event of events) if (event.type === 'header' && event.total !== 2_000) throw new Error('total')
})
const packageReader = await secondsOf(() => parser.parse(page))
const sax = saxSeconds()
const writer = await secondsOf(() => formatResultSet(products, {}))
const builder = await secondsOf(() => objectBody(products))

const megabytes = bytes.length / 1e6
const rows: readonly (readonly [string, number])[] = [
  ['page read: `readResultSet`', reader],
  ['page read: fast-xml-parser, whole page', packageReader],
  ...(sax === null ? [] : ([['page read: `xmllint --huge --sax`, nothing built', sax]] as const)),
  ['body written: `formatResultSet`', writer],
  ['body written: xmlbuilder2, object mode', builder],
]
const table = rows.map(([what, seconds]) => `| ${what} | ${(seconds * 1000).toFixed(0)} | ${(megabytes / seconds).toFixed(0)} |`).join('\n')
const ratios = [
  `reader against fast-xml-parser: ${(packageReader / reader).toFixed(1)} times as fast`,
  ...(sax === null ? [] : [`reader against xmllint --sax: ${(sax / reader).toFixed(2)} of its speed`]),
  `writer against xmlbuilder2: ${(builder / writer).toFixed(1)} times as fast`,
]
const report = `# Wire

${machineText()}, load ${loadText()}. One page of 2,000 products
with 6 variants, 9 price entries and 2 categories each, ${megabytes.toFixed(1)} MB; processor time, median of ${rounds} runs after one that is not counted.
Written by \`node bench/wire.ts\`. Bars: reader 8 times fast-xml-parser and a third of xmllint, writer 5 times xmlbuilder2.

| work | ms | MB/s |
|---|---|---|
${table}

${ratios.map((ratio) => `- ${ratio}`).join('\n')}
`
writeFileSync(join(import.meta.dirname, 'wire-results.md'), report)
process.stdout.write(report)

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/** The median processor time of a work in seconds. */
async function secondsOf(work: () => unknown): Promise<number> {
  const seen: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    if (round > 0) seen.push((user + system) / 1e6)
  }
  return spreadOf(seen).median
}

/** The processor time of xmllint for the page; `null` where it is not installed. */
function saxSeconds(): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-bench-'))
  try {
    const file = join(folder, 'page.xml')
    writeFileSync(file, page)
    const seen: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { stderr, status } = spawnSync('bash', ['-c', 'TIMEFORMAT="%U %S"; time xmllint --huge --sax "$0" >/dev/null', file], {
        encoding: 'utf8',
      })
      if (status !== 0) return null
      const [user = Number.NaN, system = Number.NaN] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
      seen.push(user + system)
    }
    return spreadOf(seen).median
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Tree = { readonly [name: string]: string | readonly Tree[] }

function treeOf({ fields, children }: RecordTree): Tree {
  const below = Object.entries(children).map(([name, some]) => [resourceOf(name as ResourceName).node, some.map(treeOf)] as const)
  return { ...fields, ...Object.fromEntries(below) }
}

function objectBody(records: readonly RecordTree[]): string {
  const root: XMLBuilder = create({ version: '1.0', encoding: 'UTF-8' }, { ResultSet: { Product: records.map(treeOf) } })
  return root.end({ prettyPrint: false })
}

function row(resource: ResourceName, fields: RecordTree['fields'], children: RecordTree['children'] = {}): RecordTree {
  return { resource, fields, children }
}

function productOf(index: number): RecordTree {
  const sku = `SKU-${100_000 + index}`
  const random = seededRandom(index + 1)
  const prices = (of: string): RecordTree[] =>
    Array.from({ length: 9 }, (_, at) =>
      row('PricingAdvanced', {
        uid: String(index * 100 + at),
        sku: of,
        start: String(at * 10),
        end: String(at * 10 + 9),
        price: '19.95',
        group_code: 'dealer',
      }),
    )
  const variants = Array.from({ length: 6 }, (_, at) =>
    row(
      'Variants',
      { code: `${sku}-${at}`, sku, description: sentence(random, 4), price: '19.95', weight: '0.2', inactive: '0' },
      { PricingAdvanced: [] },
    ),
  )
  const fields = {
    sku,
    title: sentence(random, 5),
    description: sentence(random, 12),
    comment: `<p>${sentence(random, 60)}</p> &amp; more`,
    brand: 'Northwind',
    weight: '0.2',
    price: '19.95',
    slug: sku.toLowerCase(),
    inactive: '0',
    advanced_pricing: '1',
  }
  return row('Product', fields, {
    Inventory: [row('Inventory', { sku, quantity: '12', stock_message: '' })],
    ProdCat: ['tees', 'sale'].map((cat_code) => row('ProdCat', { sku, cat_code, sort: '3' })),
    PricingAdvanced: prices(sku),
    Variants: variants,
  })
}
