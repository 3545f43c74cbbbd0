import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadText, machineText, measure, spreadOf } from './measure.ts'
import { type LargeSize, type LargeStore, startLargeStore } from './start-large-store.ts'

/*
 * Measures `plan` of products of which nothing changed, cold and warm, against `curl` piped into `xmllint --huge --sax` for the same answers, and
 * against a bare download, in turn; warm also where the store sends at most 200 MB a second. Arguments: numbers of products separated by commas
 * (each at most 2,000, or so many times 2,000), the number of rounds, variants of each product, price entries of each; default
 * 10000,100000 5 6 9. Prints a table; without arguments it is in large-plan-results.md.
 */
const limit = 200
const [givenSizes, givenRounds, givenVariants, givenCells] = process.argv.slice(2)
const rounds = Number(givenRounds ?? 5)
const sizes = (givenSizes ?? '10000,100000').split(',').map((products): LargeSize => ({
  products: Number(products),
  variants: Number(givenVariants ?? 6),
  gridCells: Number(givenCells ?? 9),
}))

interface Seen {
  readonly seconds: number
  readonly processor: number
  /** In MiB; 0 where it was not measured. */
  readonly memory: number
}

interface Round {
  readonly sax: Seen
  readonly cold: Seen
  readonly bare: Seen
  readonly warm: Seen
  readonly limitedBare: Seen
  readonly limitedWarm: Seen
}

interface Line {
  readonly size: LargeSize
  readonly megabytes: number
  readonly rounds: readonly Round[]
}

const programs: readonly { readonly name: string; readonly kind: keyof Round; readonly peer: keyof Round | null }[] = [
  { name: 'sax', kind: 'sax', peer: null },
  { name: 'plan, cold', kind: 'cold', peer: 'sax' },
  { name: 'bare', kind: 'bare', peer: null },
  { name: 'plan, warm', kind: 'warm', peer: 'bare' },
  { name: 'bare, limited', kind: 'limitedBare', peer: null },
  { name: 'plan, warm, limited', kind: 'limitedWarm', peer: 'limitedBare' },
]

const lines: Line[] = []
for (const size of sizes) lines.push(await measureSize(size))
const report = reportText(lines)
process.stdout.write(report)
if (givenSizes === undefined) writeFileSync(join(import.meta.dirname, 'large-plan-results.md'), report)

async function measureSize(size: LargeSize): Promise<Line> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-large-'))
  const store = await startLargeStore(folder, size)
  try {
    await store.plan('cold')
    const paths = await store.paths()
    const measured: Round[] = []
    for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(store, paths))
    return { size, megabytes: (await store.sent()) / 1e6, rounds: measured }
  } finally {
    await store.stop()
    rmSync(folder, { recursive: true })
  }
}

async function measureRound(store: LargeStore, paths: readonly string[]): Promise<Round> {
  const sax = throughSax(store.url, paths)
  const cold = seen(await store.plan('cold'))
  const bare = await download(store.url, paths)
  const warm = seen(await store.plan('warm'))
  await store.limit(limit)
  const limitedBare = await download(store.url, paths)
  const limitedWarm = seen(await store.plan('warm'))
  await store.limit(0)
  return { sax, cold, bare, warm, limitedBare, limitedWarm }
}

function seen({ seconds, processor, memory }: Awaited<ReturnType<typeof measure>>): Seen {
  return { seconds: seconds.median, processor: processor.median, memory: memory.median }
}

async function download(url: string, paths: readonly string[]): Promise<Seen> {
  return seen(await measure({ program: join(import.meta.dirname, 'bare-download.mjs'), args: [url, JSON.stringify(paths)] }, 1))
}

/** Each answer is parsed by a process of its own, because an answer is a document. */
function throughSax(url: string, paths: readonly string[]): Seen {
  const commands = paths.map((path) => `curl -sS -u bench-key: '${url}${path}' | xmllint --huge --sax - >/dev/null`)
  const { stderr, status } = spawnSync('bash', ['-c', `set -e -o pipefail; TIMEFORMAT="%R %U %S"; time { ${commands.join('\n')}\n}`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`curl and xmllint ended with ${status}: ${stderr}`)
  const [seconds = NaN, user = NaN, system = NaN] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  return { seconds, processor: user + system, memory: 0 }
}

function reportText(all: readonly Line[]): string {
  return [
    '# Large plans',
    '',
    `${machineText()}, load at the end ${loadText()}. Nothing changed; medians of ${rounds} rounds after a`,
    'plan that is not counted; the programs take turns, ratios are within a round. The store is a process of its own that sends answers from memory.',
    `\`sax\`: each answer through \`curl\` and \`xmllint --huge --sax\`. \`bare\`: the answers downloaded with undici, one after the other. \`limited\`: the store`,
    `sends ${limit} MB a second at most. Written by \`node bench/large-plan.ts\`, after \`npm run build\`.`,
    'Bars for 100,000 products: cold 2.2 times `sax` and 668 MiB (700 MB), warm with the limit 1.5 times `bare`.',
    '',
    '| products | variants, price entries of each | MB | program | seconds | ratio | processor seconds | ratio | peak MiB |',
    '|---|---|---|---|---|---|---|---|---|',
    ...all.flatMap(rowsOf),
    '',
  ].join('\n')
}

function rowsOf({ size, megabytes, rounds: measured }: Line): string[] {
  const median = (value: (round: Round) => number): string => spreadOf(measured.map(value)).median.toFixed(2)
  return programs.map(({ name, kind, peer }) => {
    const memory = Math.max(...measured.map((round) => round[kind].memory))
    const cells = [
      size.products,
      `${size.variants}, ${size.gridCells}`,
      Math.round(megabytes),
      name,
      median((round) => round[kind].seconds),
      peer ? median((round) => round[kind].seconds / round[peer].seconds) : '',
      median((round) => round[kind].processor),
      peer ? median((round) => round[kind].processor / round[peer].processor) : '',
      memory > 0 ? Math.round(memory) : '',
    ]
    return `| ${cells.join(' | ')} |`
  })
}
