import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { scanStrictly } from '../src/yaml/read-yaml.ts'
import { tapeNodes } from '../src/yaml/strict/tape-nodes.ts'
import { loadText, machineText, spreadOf } from './measure.ts'
import { sentence } from './product-text.ts'
import { seededRandom } from './random.ts'

/*
 * Measures the strict reader: 43 MB of YAML in 100 documents, read into nodes with places, against `parseDocument` of yaml in the same run,
 * and against js-yaml where its folder is the argument (`npm install js-yaml` in any folder; it is no dependency). Processor time; the
 * readers take turns. Writes yaml-results.md where js-yaml is given.
 */
const rounds = 5
const documents = 100
const perDocument = 1_000
/** `yaml` is so slow that it reads a part of the documents. */
const slowDocuments = 10

const random = seededRandom(1)
/** Decoded from bytes, as those of files. */
const texts = Array.from({ length: documents }, (_, index) => Buffer.from(documentText(index)).toString())
const folder = process.argv[2]

interface Reader {
  readonly name: string
  readonly read: (text: string) => unknown
  readonly count: number
}

const readers: readonly Reader[] = [
  { name: 'strict reader, nodes with places', read: nodesOf, count: documents },
  { name: 'strict reader, tape alone', read: scanStrictly, count: documents },
  ...(folder === undefined ? [] : [{ name: 'js-yaml, load, values without places', read: await jsYaml(folder), count: documents }]),
  { name: 'yaml, parseDocument', read: libraryNodes, count: slowDocuments },
]

const speeds = new Map<string, number[]>(readers.map(({ name }) => [name, []]))
for (let round = 0; round <= rounds; round += 1) {
  for (const reader of readers) {
    const speed = speedOf(reader)
    if (round > 0) speeds.get(reader.name)?.push(speed)
  }
}
const report = reportText()
process.stdout.write(report)
if (folder !== undefined) writeFileSync(join(import.meta.dirname, 'yaml-results.md'), report)

function nodesOf(text: string): unknown {
  const scanned = scanStrictly(text)
  if (!scanned) throw new Error('The strict reader declines a document.')
  return tapeNodes(scanned)
}

function libraryNodes(text: string): unknown {
  return parseDocument(text, { schema: 'failsafe', merge: false, uniqueKeys: false, prettyErrors: false, logLevel: 'error' })
}

async function jsYaml(from: string): Promise<Reader['read']> {
  const entry = createRequire(join(from, 'package.json')).resolve('js-yaml')
  const { load, FAILSAFE_SCHEMA } = (await import(entry)) as {
    readonly load: (text: string, options: object) => unknown
    readonly FAILSAFE_SCHEMA: object
  }
  return (text) => load(text, { schema: FAILSAFE_SCHEMA })
}

/** Megabytes in a second of processor time. */
function speedOf({ read, count }: Reader): number {
  const part = texts.slice(0, count)
  const before = process.cpuUsage()
  for (const text of part) read(text)
  const { user, system } = process.cpuUsage(before)
  return part.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / (user + system)
}

function documentText(index: number): string {
  return `products:\n${Array.from({ length: perDocument }, (_, row) => productText(index * perDocument + row)).join('')}`
}

function productText(number: number): string {
  const id = String(number).padStart(7, '0')
  const words = sentence(random, 14)
  return [
    `  SKU-${id}:`,
    `    title: "Widget ${id} Blue Medium"`,
    `    description: "A sturdy <b>blue</b> widget; ${words}; fits most 19\\" racks."`,
    `    price: ${(random.below(20_000) / 100).toFixed(2)}`,
    '    weight: 0.20',
    '    brand: "Birch & Sons"',
    `    gtin: "930000${id}"`,
    `    mpn: "MPN-${random.below(1_000_000)}"`,
    `    slug: "widget-${id}"`,
    '    inactive: false',
    `    external_id: "ERP-${id}"`,
    `    inventory: { quantity: ${random.below(500)} }`,
    `    categories: [cat-${random.below(65)}, cat-${random.below(65)}]`,
    '',
  ].join('\n')
}

function reportText(): string {
  const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6
  const measured = readers.map(({ name }) => ({ name, ...spreadOf(speeds.get(name) ?? []) }))
  const [own] = measured
  const rows = measured.map(({ name, median, min, max }) => `| ${name} | ${median.toFixed(1)} | ${min.toFixed(1)} to ${max.toFixed(1)} |`)
  const ratios = measured
    .slice(2)
    .map(({ name, median }) => `- strict reader against ${name}: ${((own?.median ?? NaN) / median).toFixed(1)} times as fast`)
  return [
    '# Reading YAML',
    '',
    `${machineText()}, load ${loadText()}. ${megabytes.toFixed(1)} MB in ${documents} documents of ${perDocument.toLocaleString('en')} products with 12 fields`,
    `(\`yaml\`: the first ${slowDocuments}). Processor time; median of ${rounds} rounds after one that is not counted; the readers take turns.`,
    'Written by `node bench/read-yaml.ts <folder with js-yaml>`. Bars: 8 times `parseDocument` of yaml, and as fast as js-yaml.',
    '',
    '| reader | MB/s | min to max |',
    '|---|---|---|',
    ...rows,
    '',
    ...ratios,
    '',
  ].join('\n')
}
