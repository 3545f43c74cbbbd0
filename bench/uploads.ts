import { spawn, spawnSync } from 'node:child_process'
import { createHash, hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Agent } from 'undici'
import { systemClock } from '../src/apply/clock.ts'
import { applyPlan } from '../src/apply/apply-plan.ts'
import { diffFiles } from '../src/diff/diff-files.ts'
import { invariant } from '../src/errors.ts'
import { presentFiles } from '../src/live/present-files.ts'
import type { Plan } from '../src/plan/plan.ts'
import type { WantedFile } from '../src/records/desired.ts'
import { readPlainFile } from '../src/files/read-plain-file.ts'
import { openState } from '../src/state/open-state.ts'
import type { State } from '../src/state/state.ts'
import { answerInMemory } from '../src/store/answer-in-memory.ts'
import { openStore } from '../src/store/open-store.ts'
import type { StoreClient } from '../src/store/store-client.ts'
import { diffContext } from '../test/support/desired-records.ts'
import { planOfChanges } from '../test/support/large-plan.ts'
import { loadText, machineText, spreadOf } from './measure.ts'

/*
 * Measures the uploads of an apply against `curl -Z --parallel-max 16` and against bare requests of undici with the same files, and the check of
 * files that are unchanged. All talk to a server that costs next to nothing, and that has received these files once before: its code is compiled
 * then. Bare requests are last, since the memory of their files is collected in whatever comes after them. Without arguments it writes
 * uploads-results.md; argument: the number of runs.
 */
const count = 1_000
const bytes = 50_000
const checked = 2_000
const [given] = process.argv.slice(2).map(Number)
const runs = given ?? 15

interface Seen {
  readonly uploads: number
  readonly uploadsCpu: number
  readonly curl: number
  readonly bare: number
  readonly bareCpu: number
  readonly check: number
  readonly requests: number
}

const folder = mkdtempSync(join(tmpdir(), 'planogram-bench-'))
const wanted = writeFiles()
const seen: Seen[] = []
try {
  for (let run = 0; run <= runs; run += 1) seen.push(await measureOnce(join(folder, String(run))))
} finally {
  rmSync(folder, { recursive: true })
}
const report = reportText(seen.slice(1))
process.stdout.write(report)
if (given === undefined) writeFileSync(join(import.meta.dirname, 'uploads-results.md'), report)

function writeFiles(): readonly WantedFile[] {
  return Array.from({ length: checked }, (_, index) => {
    const content = randomBytes(bytes)
    const from = join(folder, `p${index}.png`)
    writeFileSync(from, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    return { path: `images/items/p${index}.png`, from, size: bytes, sha256, source: { file: 'products.yaml', start: 0, end: 1 } }
  })
}

async function measureOnce(own: string): Promise<Seen> {
  mkdirSync(own)
  const server = spawn(process.execPath, [join(import.meta.dirname, 'files-process.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = await once(createInterface({ input: server.stdout }), 'line')
  const filesUrl = `${String(url)}/files`
  const store = openStore({ name: 'memory', baseUrl: 'https://memory.example', filesUrl, siteName: 'site', key: 'bench-key' })
  const state = await openState(join(own, 'state.db'))
  try {
    runCurl(own, `${filesUrl}/site/first`)
    const curl = runCurl(own, `${filesUrl}/site/curl`)
    const [measured, others] = [planOf(wanted.slice(0, count)), planOf(wanted.slice(count))]
    const { seconds: uploads, cpu: uploadsCpu } = await timed(() => upload(measured, { store, state }))
    await upload(others, { store, state })
    const before = store.requests()
    const { seconds: check } = await timed(() => presentFiles(wanted, { store, state, files: filesOf(store) }))
    const { seconds: bare, cpu: bareCpu } = await timed(() => sendBare(`${filesUrl}/site/bare`))
    return { uploads, uploadsCpu, curl, bare, bareCpu, check, requests: store.requests().reads - before.reads }
  } finally {
    await state.close()
    await store.close()
    server.kill()
    await once(server, 'exit')
  }
}

function filesOf({ files }: StoreClient): NonNullable<StoreClient['files']> {
  invariant(files, 'the store of the bench has a Files API')
  return files
}

function planOf(files: readonly WantedFile[]): Plan {
  return planOfChanges(diffFiles(files, [], diffContext()))
}

async function upload(plan: Plan, { store, state }: { readonly store: StoreClient; readonly state: State }): Promise<void> {
  const { outcome } = await applyPlan({
    plan,
    store,
    state,
    readPicture: (from, _, memory) => readPlainFile(from, memory),
    clock: systemClock,
    runId: `bench-${plan.planHash}`,
    stop: new AbortController().signal,
    onEvent: () => undefined,
    limits: { concurrency: 16, settleMs: 60_000 },
  })
  invariant(outcome === 'done', `the run ended ${outcome}`)
}

/** Seconds that curl takes for the files of the first upload. */
function runCurl(own: string, folderUrl: string): number {
  const lines = wanted
    .slice(0, count)
    .map(({ from }, index) => `url = "${folderUrl}/p${index}.png"\nupload-file = "${from}"\noutput = "/dev/null"`)
  const config = join(own, 'curl.cfg')
  writeFileSync(config, lines.join('\n'))
  const start = performance.now()
  const { status } = spawnSync('curl', ['-sS', '-Z', '--parallel-max', '16', '-K', config], { stdio: 'ignore' })
  invariant(status === 0, `curl ended with ${status}`)
  return (performance.now() - start) / 1000
}

/** Sends the files of the first upload with nothing but reading, hashing and 16 requests at a time: what an apply cannot be faster than. */
async function sendBare(folderUrl: string): Promise<void> {
  const agent = new Agent()
  const files = wanted.slice(0, count).values()
  async function sendFiles(): Promise<void> {
    for (const { from, sha256 } of files) {
      const body = await readPlainFile(from)
      invariant(hash('sha256', body) === sha256, `${from} has changed`)
      const { origin, pathname: path } = new URL(`${folderUrl}/${basename(from)}`)
      const { status } = await answerInMemory(agent, { origin, path, method: 'PUT', body })
      invariant(status === 201, `the server answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, sendFiles))
  await agent.close()
}

async function timed(work: () => Promise<unknown>): Promise<{ readonly seconds: number; readonly cpu: number }> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 }
}

function reportText(all: readonly Seen[]): string {
  const median = (of: (one: Seen) => number): string => spreadOf(all.map(of)).median.toFixed(3)
  return [
    '# Uploads',
    '',
    `${machineText()}, load ${loadText()}.`,
    `${count} files of ${bytes / 1000} kB to a server in memory on the same machine; medians of ${all.length} runs after one that is not counted; the server has received them once before.`,
    'An upload includes reading the file, its hash, and the journal on disk; bare requests read and hash the file too. Written by `node bench/uploads.ts`.',
    'Bars: uploads 1.3 times curl, the check 0.1 s.',
    '',
    '| work | seconds |',
    '|---|---|',
    `| uploads of an apply | ${median(({ uploads }) => uploads)} (processor ${median(({ uploadsCpu }) => uploadsCpu)}) |`,
    `| \`curl -Z --parallel-max 16\` | ${median(({ curl }) => curl)} |`,
    `| bare requests, 16 at a time | ${median(({ bare }) => bare)} (processor ${median(({ bareCpu }) => bareCpu)}) |`,
    `| check of ${checked} unchanged files, ${all[0]?.requests ?? 0} PROPFIND | ${median(({ check }) => check)} |`,
    '',
    `- uploads against curl: ${median(({ uploads, curl }) => uploads / curl)} times; against bare requests: ${median(({ uploads, bare }) => uploads / bare)} times`,
    `- bare requests against curl: ${median(({ bare, curl }) => bare / curl)} times`,
    '',
  ].join('\n')
}
