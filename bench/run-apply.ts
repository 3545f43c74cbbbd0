import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningEmulator } from '../src/emulator/emulator-options.ts'
import { startEmulator } from '../src/emulator/start-emulator.ts'
import { defaultLimits } from '../src/plan/plan-limits.ts'
import { readPlanFile } from '../src/workspace/saved-plan.ts'
import { type RequestBound, requestBound } from '../test/support/request-bound.ts'
import { configText, emulatorEnv, emulatorKey } from './emulator-config.ts'
import { type CatalogueSize, generateCatalogue } from './generate-catalogue.ts'
import { loadText, machineText, measure, spreadOf } from './measure.ts'

/*
 * Measures `apply` of new products (quiet, with its plan printed, and of a saved plan), of one product in a hundred changed, and of one in four changed of a fifth of the products, against its
 * peers in the same run: the plan before and the plan after it, which it contains, and the lower bound of requests (docs/apply.md). The store is an emulator in this process.
 * Arguments: the number of new products, that of existing ones, and of rounds; default 10000 100000 5, which is written to apply-results.md.
 */
const program = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
/** Of each request of the rows of changed products. */
const latencyMs = 20

interface Seen extends RequestBound {
  readonly seconds: number
  /** Of all threads, in seconds. */
  readonly processor: number
  /** VmHWM in MiB. */
  readonly memory: number
}

interface Result {
  readonly name: string
  readonly rounds: readonly Round[]
}

/** Each round has a store of its own. */
interface Round {
  readonly before: Seen
  readonly apply: Seen
  readonly after: Seen
  readonly bound: RequestBound
}

const given = process.argv.slice(2).map(Number)
const [fresh = 10_000, existing = 100_000, rounds = 5] = given
const newProducts: Case = { size: { products: fresh, variants: 6, gridCells: 9, files: 100, seed: 1 }, every: null }
const newName = `${fresh} new products with 6 variants and 9 price entries`
const results = [
  await measureApply(newName, newProducts),
  await measureApply(`${newName}, the plan printed`, newProducts, () => ['--auto-approve']),
  await measureApply(`${newName}, a saved plan`, newProducts, (planFile) => [planFile, '--auto-approve']),
  await measureApply(`1 % changed among ${existing} products, ${latencyMs} ms a request`, {
    size: existingProducts(existing),
    every: 100,
  }),
  await measureApply(`25 % changed among ${existing / 5} products, ${latencyMs} ms a request`, {
    size: existingProducts(existing / 5),
    every: 4,
  }),
]
const report = reportText(results)
process.stdout.write(`\n${report}`)
if (given.length === 0) writeFileSync(join(import.meta.dirname, 'apply-results.md'), report)

interface Case {
  readonly size: CatalogueSize
  /** One product in so many is changed; `null`: all are new. */
  readonly every: number | null
}

function existingProducts(products: number): CatalogueSize {
  return { products, variants: 0, gridCells: 0, files: 0, seed: 1 }
}

type ArgsOf = (planFile: string) => readonly string[]

/** `argsOf` makes the arguments of `apply`; default: a new plan, which is not printed. */
async function measureApply(name: string, what: Case, argsOf: ArgsOf = () => ['--auto-approve', '--quiet']): Promise<Result> {
  const seen: Round[] = []
  while (seen.length < rounds) seen.push(await measureRound(what, argsOf))
  return { name, rounds: seen }
}

async function measureRound({ size, every }: Case, argsOf: ArgsOf): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-bench-'))
  const emulator = await startEmulator({ key: emulatorKey })
  try {
    generateCatalogue(folder, size)
    writeFileSync(join(folder, 'planogram.yaml'), configText(emulator))
    const planFile = join(folder, 'plan.json')
    if (every !== null) {
      await run(['apply', '--auto-approve', '--quiet'], folder, emulator)
      changeSome(join(folder, 'products'), every)
      emulator.faults.add({ do: { kind: 'delay', ms: latencyMs }, times: 'always' })
    }
    const before = await run(['plan', '--quiet', '--out', planFile], folder, emulator)
    const { changes } = await readPlanFile(planFile)
    const bound = requestBound(changes, defaultLimits)
    const apply = await run(['apply', ...argsOf(planFile)], folder, emulator)
    const after = await run(['plan', '--quiet', '--detailed-exitcode'], folder, emulator)
    return { before, apply, after, bound }
  } finally {
    await emulator.close()
    rmSync(folder, { recursive: true })
  }
}

async function run(args: readonly string[], folder: string, emulator: RunningEmulator): Promise<Seen> {
  emulator.clearRequests()
  const env = { ...emulatorEnv, XDG_CONFIG_HOME: join(folder, '.config') }
  const { seconds, processor, memory } = await measure({ program, args: [...args, '--chdir', folder], env }, 1)
  process.stderr.write(`${args.join(' ').replace(folder, '.')}: ${seconds.median.toFixed(1)} s\n`)
  const kinds = emulator.requests().map(({ method, path }) => {
    if (['GET', 'HEAD', 'PROPFIND'].includes(method)) return 'reads'
    return method === 'PUT' && path.startsWith('/files/') ? 'uploads' : method === 'MKCOL' ? 'folders' : 'writes'
  })
  const count = (kind: string): number => kinds.filter((one) => one === kind).length
  return {
    seconds: seconds.median,
    processor: processor.median,
    memory: memory.max,
    reads: count('reads'),
    writes: count('writes'),
    uploads: count('uploads'),
  }
}

/** Gives one product in so many another title. */
function changeSome(folder: string, every: number): void {
  let product = 0
  for (const name of readdirSync(folder).toSorted()) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8').replaceAll(/^ {4}title: .+$/gm, (line) => {
      product += 1
      return product % every === 0 ? `${line} new` : line
    })
    writeFileSync(file, text)
  }
}

function rowOf({ name, rounds: all }: Result): string {
  const median = (value: (round: Round) => number): number => spreadOf(all.map(value)).median
  const most = (value: (round: Round) => number): number => spreadOf(all.map(value)).max
  const share = median(({ apply }) => (100 * apply.processor) / apply.seconds)
  const cells = [
    name,
    median(({ apply }) => apply.seconds).toFixed(1),
    median(({ before, apply }) => apply.seconds - before.seconds).toFixed(1),
    median(({ before, apply, after }) => apply.seconds / (before.seconds + after.seconds)).toFixed(2),
    `${median(({ apply }) => apply.processor).toFixed(1)} (${share.toFixed(0)} %)`,
    `${median(({ apply }) => apply.memory).toFixed(0)} (${most(({ apply }) => apply.memory).toFixed(0)})`,
    median(({ before, apply }) => apply.memory / before.memory).toFixed(2),
    most(({ apply, bound }) => apply.writes / bound.writes).toFixed(2),
    most(({ before, apply, after, bound }) => apply.reads / (bound.reads + before.reads + after.reads)).toFixed(2),
  ]
  return `| ${cells.join(' | ')} |`
}

function reportText(all: readonly Result[]): string {
  return [
    '# Bench of apply',
    '',
    `${machineText()}, medians of ${rounds} rounds; load of the machine at the end: ${loadText()}.`,
    'The store is an emulator in memory, in a process of its own on the same machine; its memory is not counted. Existing products have neither variants nor grids.',
    'Written by `node bench/run-apply.ts`, after `npm run build`.',
    '',
    'An apply plans, carries out and reads the store again. Its peers are in the same round: a plan before it and a plan after it (`x plans`: the sum of their',
    'seconds), and the lower bound of requests of [docs/apply.md](../docs/apply.md), with the reads of both plans. Peak: the median, and the highest.',
    'Bars: requests 1.15 times the bound; of 10,000 new products 350 MiB and 40 % of the wall in processor time; 1 % of 100,000 changed 3 s more than the plan.',
    '',
    '| what | seconds | more than the plan | x plans | processor s (of the wall) | peak MiB | x the plan | writes x bound | reads x bound |',
    '|---|---|---|---|---|---|---|---|---|',
    ...all.map(rowOf),
    '',
  ].join('\n')
}
