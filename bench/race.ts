import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadText, machineText, type Measurement, spreadOf } from './measure.ts'
import { documentSize, type RaceStore, startRaceStore, withoutChanges } from './race-store.ts'

/*
 * Measures `plan` with nothing changed against the least that a Node program can spend on the same work, in turn: the floor reads the same
 * products with js-yaml, asks for the same pages, scans them and compares all fields. Arguments: the folder of that program (`store/server.mjs`,
 * `store/gen_catalogue.mjs`, `micro/floor.mjs`, with js-yaml installed), the number of products, the number of rounds (default 5). Without a number
 * of products it makes 9 rounds of 10,000 and of 100,000, and writes race-results.md.
 */
const [folder = '', givenProducts, givenRounds] = process.argv.slice(2)
const sizes: readonly Size[] =
  givenProducts === undefined
    ? [
        { products: 10_000, rounds: 9 },
        { products: 100_000, rounds: 9 },
      ]
    : [{ products: Number(givenProducts), rounds: Number(givenRounds ?? 5) }]

interface Size {
  readonly products: number
  readonly rounds: number
}

interface Round {
  readonly floor: Measurement
  readonly cold: Measurement
  readonly warm: Measurement
  /** Cold too, with the title of every hundredth product changed. */
  readonly changed: Measurement
}

interface Line {
  readonly size: Size
  readonly rounds: readonly Round[]
}

const lines: Line[] = []
for (const size of sizes) lines.push(await measureSize(size))
const report = reportText(lines)
process.stdout.write(report)
if (givenProducts === undefined) writeFileSync(join(import.meta.dirname, 'race-results.md'), report)

async function measureSize(size: Size): Promise<Line> {
  const store = await startRaceStore(folder, size.products)
  try {
    const changed = join(store.work, 'changed')
    cpSync(store.catalogue, changed, { recursive: true })
    changeTitles(changed)
    await measureRound(store, { changed, size })
    const rounds: Round[] = []
    while (rounds.length < size.rounds) rounds.push(await measureRound(store, { changed, size }))
    return { size, rounds }
  } finally {
    store.close()
  }
}

async function measureRound(store: RaceStore, { changed: other, size }: { readonly changed: string; readonly size: Size }): Promise<Round> {
  const { catalogue, plan, forget } = store
  const floor = await store.floor()
  for (const each of [catalogue, other]) forget(each)
  const cold = withoutChanges(await plan(catalogue))
  const warm = withoutChanges(await plan(catalogue))
  const changed = await plan(other)
  const expected = `${Math.floor(size.products / 100).toLocaleString('en')} to update`
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

function reportText(all: readonly Line[]): string {
  return [
    '# Race',
    '',
    `${machineText()}, load ${loadText()}. Products with 12 fields,`,
    `an inventory and two categories each, in documents of at most ${documentSize}; nothing changed. Medians of as many rounds as the table says, after one that is not counted; the programs take`,
    'turns, ratios are within a round. Written by `node bench/race.ts <folder of the floor>`, after `npm run build`.',
    'Bars: cold at most 2 times the floor, 250 MiB for 10,000 products and 700 MiB for 100,000, which take at most 10.5 times as long; warm at most',
    '1.0 times; 1 % changed at most 1.05 times nothing changed.',
    '',
    '| products | rounds | program | seconds | x floor | processor seconds | x floor | peak MiB |',
    '|---|---|---|---|---|---|---|---|',
    ...all.flatMap(rowsOf),
    '',
    ...all.map(
      ({ size, rounds }) =>
        `- ${size.products} products, 1 % changed against nothing changed, processor time of the same round: ${changedRatio(rounds)} times (median, least, most).`,
    ),
    '',
  ].join('\n')
}

function rowsOf({ size, rounds }: Line): readonly string[] {
  const row = (name: string, kind: keyof Round): string => {
    const median = (value: (round: Round) => number): number => spreadOf(rounds.map(value)).median
    const cells = [
      median((each) => each[kind].seconds.median).toFixed(2),
      median((each) => each[kind].seconds.median / each.floor.seconds.median).toFixed(2),
      median((each) => each[kind].processor.median).toFixed(2),
      median((each) => each[kind].processor.median / each.floor.processor.median).toFixed(2),
      Math.round(Math.max(...rounds.map((each) => each[kind].memory.max))),
    ]
    return `| ${[size.products, size.rounds, name, ...cells].join(' | ')} |`
  }
  return [
    row('floor', 'floor'),
    row('`plan`, cold: no cache, no state', 'cold'),
    row('`plan`, warm: cache and state of the run before', 'warm'),
    row('`plan`, cold, 1 % of the titles changed', 'changed'),
  ]
}

function changedRatio(rounds: readonly Round[]): string {
  const { min, median, max } = spreadOf(rounds.map(({ cold, changed }) => changed.processor.median / cold.processor.median))
  return [median, min, max].map((each) => each.toFixed(3)).join(', ')
}
