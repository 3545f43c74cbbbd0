import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateCatalogue } from './generate-catalogue.ts'
import { loadText, machineText, measure, type Measurement } from './measure.ts'

/*
 * Measures `validate` of generated catalogues, cold (no cache) and warm (a run before it made one).
 * Arguments: numbers of products; default 10000 100000, written to catalogue-results.md.
 */
const program = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')

interface Line {
  readonly products: number
  readonly variants: number
  readonly files: number
  readonly megabytes: number
  readonly cold: Measurement
  readonly warm: Measurement
}

const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [10_000, 100_000]
const lines: Line[] = []
for (const products of sizes) {
  for (const variants of [0, 6]) {
    lines.push(await measureSize(products, variants))
    // After each size: the largest take minutes.
    if (given.length === 0) writeFileSync(join(import.meta.dirname, 'catalogue-results.md'), reportText(lines))
  }
}
process.stdout.write(`\n${reportText(lines)}`)

async function measureSize(products: number, variants: number): Promise<Line> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-bench-'))
  try {
    process.stderr.write(`${products} products with ${variants} variants: generate\n`)
    generateCatalogue(folder, { products, variants, gridCells: 9, seed: 1, perDocument: 2 })
    const sizesOfFiles = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    const command = {
      program,
      args: ['validate', '--format', 'json', '--chdir', folder],
      env: { XDG_CONFIG_HOME: join(folder, '.config') },
    }
    const runs = products > 20_000 ? 1 : 5
    const cold = await measure(command, runs, async () => rmSync(join(folder, '.planogram'), { recursive: true, force: true }))
    const warm = await measure(command, runs)
    if (cold.output !== warm.output) throw new Error('The warm run found something else than the cold one.')
    const megabytes = sizesOfFiles.reduce((sum, size) => sum + size, 0) / 1e6
    process.stderr.write(`cold ${cold.seconds.median.toFixed(1)} s, warm ${warm.seconds.median.toFixed(1)} s\n`)
    return { products, variants, files: sizesOfFiles.length, megabytes, cold, warm }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function reportText(all: readonly Line[]): string {
  const rows = all.map(({ products, variants, files, megabytes, cold, warm }) => {
    const processor = [cold, warm].map((each) => each.processor.median.toFixed(2)).join(' / ')
    const ratio = (of: 'seconds' | 'processor'): string => (cold[of].median / warm[of].median).toFixed(2)
    const texts = [secondsText(cold), secondsText(warm), ratio('seconds'), processor, ratio('processor')]
    const cells = [products, variants, files, megabytes.toFixed(1), ...texts]
    return `| ${[...cells, Math.round(cold.memory.max), Math.round(warm.memory.max)].join(' | ')} |`
  })
  return [
    '# validate',
    '',
    `${machineText()}, the built program, written by \`bench/validate.ts\`.`,
    `Seconds are the median (minimum to maximum; runs), processor seconds those of all threads; load ${loadText()} at the end.`,
    'Each product has 9 price entries, 2 categories, 3 attributes and an inventory; a document has two products. Bar for 10 MB in 5,000 files: cold 3 times warm.',
    '',
    '| products | variants each | files | MB | cold s | warm s | ratio | processor s, cold / warm | ratio | cold peak MiB | warm peak MiB |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function secondsText({ seconds: { median, min, max }, runs }: Measurement): string {
  return `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)}; ${runs})`
}
