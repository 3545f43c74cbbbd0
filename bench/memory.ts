import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadText, machineText, type Measurement, spreadOf } from './measure.ts'
import { startRaceStore, withoutChanges } from './race-store.ts'

/*
 * Measures the memory of `plan` with nothing changed, cold and warm, from 10,000 to 1,000,000 products of the race (`bench/race.ts`). Arguments: the
 * folder of its store, numbers of products separated by commas, the number of rounds; default 10000,30000,100000,300000,1000000 1, which is written to
 * memory-results.md. A round that is not counted comes first, so that the store has its answers ready.
 */
const [folder = '', givenSizes, givenRounds] = process.argv.slice(2)
const sizes = (givenSizes ?? '10000,30000,100000,300000,1000000').split(',').map(Number)
const rounds = Number(givenRounds ?? 1)

interface Line {
  readonly products: number
  readonly cold: readonly Measurement[]
  readonly warm: readonly Measurement[]
}

const lines: Line[] = []
for (const products of sizes) lines.push(await measureSize(products))
const report = reportText(lines)
process.stdout.write(report)
if (givenSizes === undefined) writeFileSync(join(import.meta.dirname, 'memory-results.md'), report)

async function measureSize(products: number): Promise<Line> {
  const { catalogue, plan, forget, close } = await startRaceStore(folder, products)
  try {
    withoutChanges(await plan(catalogue))
    const [cold, warm]: [Measurement[], Measurement[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      forget(catalogue)
      cold.push(withoutChanges(await plan(catalogue)))
      warm.push(withoutChanges(await plan(catalogue)))
    }
    return { products, cold, warm }
  } finally {
    close()
  }
}

/** The bar of a warm plan: 300 MB, and 200 bytes for each product. */
function barOf(products: number): number {
  return (300e6 + 200 * products) / 2 ** 20
}

function cellsOf(plans: readonly Measurement[]): readonly string[] {
  const median = (value: (plan: Measurement) => number): number => spreadOf(plans.map(value)).median
  return [
    median(({ seconds }) => seconds.median).toFixed(2),
    median(({ processor }) => processor.median).toFixed(2),
    peakOf(plans).toFixed(0),
  ]
}

/** In MiB. */
function peakOf(plans: readonly Measurement[]): number {
  return Math.max(...plans.map(({ memory }) => memory.max))
}

/** Kilobytes of the peak for each product more than in the line before. */
function growth(kind: 'cold' | 'warm', line: Line, before: Line | undefined): string {
  if (!before) return ''
  return (((peakOf(line[kind]) - peakOf(before[kind])) * 1024) / (line.products - before.products)).toFixed(2)
}

function reportText(all: readonly Line[]): string {
  return [
    '# Memory of a plan',
    '',
    `${machineText()}, load ${loadText()}. Flat products with 12 fields, an inventory and two`,
    `categories each; nothing changed. ${rounds === 1 ? 'One round' : `Medians of ${rounds} rounds`} after one that is not counted, in which the store makes its answers. Peak: resident memory of the process, the highest of`,
    'the rounds; `more`: kB for each product more than in the line before. The bar of a warm plan is 300 MB and 200 bytes for each product.',
    'Written by `node bench/memory.ts <folder of the store>`, after `npm run build`.',
    '',
    '| products | cold: seconds | processor s | peak MiB | more | warm: seconds | processor s | peak MiB | more | bar MiB |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...all.map((line, at) => {
      const { products, cold, warm } = line
      const more = (kind: 'cold' | 'warm'): string => growth(kind, line, all[at - 1])
      return `| ${[products, ...cellsOf(cold), more('cold'), ...cellsOf(warm), more('warm'), Math.round(barOf(products))].join(' | ')} |`
    }),
    '',
  ].join('\n')
}
