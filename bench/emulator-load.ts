import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { everything, filled, priceCount, productNode, recordCount } from './large-store.ts'
import type { LargeStore } from './large-store.ts'
import { loadText, machineText, spreadOf } from './measure.ts'
import type { Spread } from './measure.ts'
import { profileParts } from './profile-parts.ts'
import { startStoreProcess } from './store-process.ts'
import type { StoreProcess } from './store-process.ts'

/*
 * Loads an embedded store through its API and reads it whole, in pages of 2000 with everything joined. The store runs in a
 * process of its own; nothing is kept of an answer, on either side. In a folder the store is started anew before it is read.
 * Argument: the number of products; default 100000, which also writes emulator-results.md.
 */
const pageSize = 2000
const batch = 500
const reads = 3

interface Line {
  readonly storage: string
  readonly loadSeconds: number
  readonly megabytes: number
  readonly rate: Spread
  /** Megabytes in a second of the store's own processor time, over all reads. */
  readonly perProcessorSecond: number
  /** Resident MiB: before the first read, after each quarter of every read, and the most that was seen. */
  readonly before: number
  readonly quarters: readonly number[]
  readonly peak: number
}

const given = Number(process.argv[2] ?? '')
const size: LargeStore = { products: given || 100_000, variants: 6 }
const loadBefore = loadText()
const lines = [await measureStorage('in memory'), await measureStorage('folder')]
const limits = await measureLimits()
const report = reportText(lines)
process.stdout.write(`\n${report}`)
if (!given) writeFileSync(join(import.meta.dirname, 'emulator-results.md'), report)

async function measureStorage(storage: 'in memory' | 'folder'): Promise<Line> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-load-'))
  const data = storage === 'folder' ? folder : null
  let store = await startStoreProcess(data)
  try {
    const loadSeconds = await load(store)
    process.stderr.write(`${storage}: loaded in ${loadSeconds.toFixed(0)} s, ${Math.round(store.memory())} MiB\n`)
    if (data !== null) {
      await store.stop()
      store = await startStoreProcess(data)
    }
    return { storage, loadSeconds, ...(await readSeveralTimes(storage, store)) }
  } finally {
    await store.stop()
    rmSync(folder, { recursive: true })
  }
}

async function load(store: StoreProcess, products = size.products): Promise<number> {
  const started = performance.now()
  for (let from = 0; from < products; from += batch) {
    const count = Math.min(batch, products - from)
    const nodes = Array.from({ length: count }, (_, n) => productNode(from + n, size))
    const { status, head } = await store.send('POST', filled, `<ResultSet>${nodes.join('')}</ResultSet>`)
    if (status !== 200) throw new Error(`The load stopped at product ${from}: ${status} ${head}`)
  }
  return (performance.now() - started) / 1000
}

async function readSeveralTimes(storage: string, store: StoreProcess): Promise<Omit<Line, 'storage' | 'loadSeconds'>> {
  const before = store.memory()
  const busyBefore = store.processorSeconds()
  const memory: number[] = []
  const rates: number[] = []
  let megabytes = 0
  for (let run = 0; run < reads; run += 1) {
    const started = performance.now()
    megabytes = await readWhole(store, memory)
    const seconds = (performance.now() - started) / 1000
    rates.push(megabytes / seconds)
    process.stderr.write(`${storage}: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, ${Math.round(store.memory())} MiB\n`)
  }
  const pages = Math.ceil(size.products / pageSize)
  const quarters = memory.filter((_, page) => ((page % pages) + 1) % Math.max(1, Math.floor(pages / 4)) === 0)
  const perProcessorSecond = (megabytes * reads) / (store.processorSeconds() - busyBefore)
  return { megabytes, rate: spreadOf(rates), perProcessorSecond, before, quarters, peak: Math.max(...memory) }
}

/** Megabytes of XML; notes the store's memory after every page. */
async function readWhole(store: StoreProcess, memory: number[]): Promise<number> {
  let bytes = 0
  for (let start = 0; start < size.products; start += pageSize) {
    const page = await store.send('GET', `${everything}/?_start=${start}&_results=${pageSize}`)
    const returned = Math.min(pageSize, size.products - start)
    const isWhole = page.head.includes(`totalResults="${size.products}" totalResultsReturned="${returned}"`)
    if (!isWhole || !page.tail.endsWith('</ResultSet>\n')) throw new Error(`The page at ${start} is not whole: ${page.head.slice(0, 600)}`)
    bytes += page.bytes
    memory.push(store.memory())
  }
  return bytes / 1e6
}

/** Where the time of reading goes: a profile of a smaller store, whose last half is nothing but reading. */
async function measureLimits(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-profile-'))
  try {
    const store = await startStoreProcess(null, ['--cpu-prof', `--cpu-prof-dir=${folder}`])
    const until = performance.now() + (await load(store, Math.min(size.products, 10_000))) * 2000
    while (performance.now() < until) await store.send('GET', `${everything}/`)
    await store.stop()
    return profileParts(folder, 0.5)
      .filter(([, percent]) => percent >= 1)
      .map(([part, percent]) => `${part} ${Math.round(percent)} %`)
      .join(', ')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function reportText(all: readonly Line[]): string {
  const rows = all.map(({ storage, loadSeconds, megabytes, rate, perProcessorSecond, before, quarters, peak }) => {
    const perSecond = Math.round(recordCount(size) / loadSeconds)
    const range = `${rate.min.toFixed(1)} to ${rate.max.toFixed(1)}`
    const over = quarters.map((value) => Math.round(value)).join(' ')
    return `| ${storage} | ${loadSeconds.toFixed(0)} | ${perSecond} | ${megabytes.toFixed(0)} | **${rate.median.toFixed(1)}** | ${range} | ${perProcessorSecond.toFixed(0)} | ${Math.round(before)} | ${over} | ${Math.round(peak)} |`
  })
  const { products, variants } = size
  return [
    '# Load of the embedded store',
    '',
    `${products.toLocaleString('en')} products, ${(products * variants).toLocaleString('en')} variants, ${priceCount(size).toLocaleString('en')} price entries; ${recordCount(size).toLocaleString('en')} records in all, loaded through the API in bodies of ${batch} products.`,
    `Then read completely ${reads} times, in pages of ${pageSize} with everything joined: \`${everything}\`.`,
    '',
    `${machineText()}, ${Math.round(totalmem() / 1024 ** 3)} GiB, load average ${loadBefore} before the run and ${loadText()} after it. Store and reader are two processes on this machine; the reader discards what it receives. Responses are never cached;`,
    'the folder is opened by a new process before it is read. Rates are the median of the reads. Written by `.node/bin/node bench/emulator-load.ts`.',
    '',
    '| storage | load, s | records a second | XML, MB | read, MB/s | min to max | MB per second of processor time | MiB before | MiB after each quarter of each read | peak MiB |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `The limit is one processor core, which the store uses fully while it reads. Its time by part: ${limits}.`,
    '',
  ].join('\n')
}
