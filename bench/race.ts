import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Measurement, measure, spreadOf } from './measure.ts'

/*
 * Measures `plan` with nothing changed against the least that a Node program can spend on the same work, in turn: the floor reads the same
 * products with js-yaml, asks for the same pages, scans them and compares all fields. Arguments: the folder of that program (`store/server.mjs`,
 * `store/gen_catalogue.mjs`, `micro/floor.mjs`, with js-yaml installed), the number of products (default 10,000), the number of runs (default 5).
 * Writes race-results.md where neither number is given.
 */
const program = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
const port = 18_191
const [folder = '', givenProducts, givenRuns] = process.argv.slice(2)
const products = Number(givenProducts ?? 10_000)
/** The most products in one document of the catalogue. */
const documentSize = 10_000
const runs = Number(givenRuns ?? 5)

interface Round {
  readonly floor: Measurement
  readonly cold: Measurement
  readonly warm: Measurement
  /** Cold too, with the title of every hundredth product changed. */
  readonly changed: Measurement
}

const work = mkdtempSync(join(tmpdir(), 'planogram-race-'))
const server = spawn(process.execPath, [join(folder, 'store', 'server.mjs'), '--port', String(port), '--products', String(products)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await once(createInterface({ input: server.stdout }), 'line')
  const url = `http://127.0.0.1:${port}`
  generate(url, 1, 'floor')
  generate(url, Math.ceil(products / documentSize), '.')
  cpSync(join(work, 'planogram'), join(work, 'changed'), { recursive: true })
  changeTitles(join(work, 'changed'))
  await round(url)
  const rounds: Round[] = []
  for (let run = 0; run < runs; run += 1) rounds.push(await round(url))
  const report = reportText(rounds)
  process.stdout.write(report)
  if (givenProducts === undefined) writeFileSync(join(import.meta.dirname, 'race-results.md'), report)
} finally {
  server.kill()
  rmSync(work, { recursive: true })
}

/** Writes the products into so many documents, since the program takes none above 20 MB. */
function generate(url: string, files: number, out: string): void {
  const args = ['--n', String(products), '--files', String(files), '--url', url, '--out', join(work, out)]
  execFileSync(process.execPath, [join(folder, 'store', 'gen_catalogue.mjs'), ...args])
}

async function round(url: string): Promise<Round> {
  const env = { RACE_KEY: 'key', XDG_CONFIG_HOME: join(work, 'home') }
  const planOf = (catalogue: string): Promise<Measurement> => measure({ program, args: ['plan', '--chdir', join(work, catalogue)], env }, 1)
  const floor = await measure({ program: join(folder, 'micro', 'floor.mjs'), args: [url, join(work, 'floor', 'catalogue.yaml'), '1'] }, 1)
  for (const catalogue of ['planogram', 'changed']) rmSync(join(work, catalogue, '.planogram'), { recursive: true, force: true })
  const [cold, warm, changed] = [await planOf('planogram'), await planOf('planogram'), await planOf('changed')]
  for (const { output } of [cold, warm]) if (!output.includes('No changes.')) throw new Error(`The plan has changes:\n${output}`)
  const expected = `${Math.floor(products / 100).toLocaleString('en')} to update`
  if (!changed.output.includes(expected)) throw new Error(`The plan of changed products is not about ${expected}:\n${changed.output}`)
  return { floor, cold, warm, changed }
}

/** Gives every hundredth product another title. */
function changeTitles(catalogue: string): void {
  let product = 0
  for (const name of readdirSync(catalogue).filter((each) => each.startsWith('products'))) {
    const file = join(catalogue, name)
    const text = readFileSync(file, 'utf8').replaceAll(/^ +title: .+$/gm, (line) => {
      product += 1
      return product % 100 === 0 ? line.replace(/"?$/, (end) => ` new${end}`) : line
    })
    writeFileSync(file, text)
  }
}

function reportText(rounds: readonly Round[]): string {
  const row = (name: string, kind: keyof Round): string => {
    const median = (value: (round: Round) => number): number => spreadOf(rounds.map(value)).median
    const cells = [
      median((each) => each[kind].seconds.median).toFixed(2),
      median((each) => each[kind].seconds.median / each.floor.seconds.median).toFixed(2),
      median((each) => each[kind].processor.median).toFixed(2),
      median((each) => each[kind].processor.median / each.floor.processor.median).toFixed(2),
      Math.round(Math.max(...rounds.map((each) => each[kind].memory.max))),
    ]
    return `| ${name} | ${cells.join(' | ')} |`
  }
  return [
    '# Race',
    '',
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${(loadavg()[0] ?? 0).toFixed(1)}. ${products} products with 12 fields,`,
    `an inventory and two categories each, in documents of at most ${documentSize}; nothing changed. Medians of ${runs} rounds after one that is not counted; the programs take`,
    'turns, ratios are within a round. Written by `node bench/race.ts <folder of the floor>`, after `npm run build`.',
    '',
    '| program | seconds | x floor | processor seconds | x floor | peak MiB |',
    '|---|---|---|---|---|---|',
    row('floor', 'floor'),
    row('`plan`, cold: no cache, no state', 'cold'),
    row('`plan`, warm: cache and state of the run before', 'warm'),
    row('`plan`, cold, 1 % of the titles changed', 'changed'),
    '',
    `1 % changed against nothing changed, processor time of the same round: ${changedRatio(rounds)} times (median, least, most).`,
    '',
  ].join('\n')
}

function changedRatio(rounds: readonly Round[]): string {
  const { min, median, max } = spreadOf(rounds.map(({ cold, changed }) => changed.processor.median / cold.processor.median))
  return [median, min, max].map((each) => each.toFixed(3)).join(', ')
}
