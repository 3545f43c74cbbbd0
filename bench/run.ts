import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from '../src/emulator/start-emulator.ts'
import type { RunningEmulator } from '../src/emulator/emulator-options.ts'
import { configText, emulatorEnv, emulatorKey } from './emulator-config.ts'
import { generateCatalogue } from './generate-catalogue.ts'
import type { CatalogueSize } from './generate-catalogue.ts'
import { machineText, measure } from './measure.ts'
import type { Measurement } from './measure.ts'

/*
 * Measures validate, apply to an empty store, and plan with nothing changed, on generated catalogues.
 * The store is an emulator in this process, so that the figures are the engine's alone (but both share the machine's cores).
 * Arguments: numbers of products; default 1000 10000.
 */
const program = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
const runs = 3

interface Line {
  readonly products: number
  readonly command: string
  readonly measured: Measurement
  readonly requests: string
}

const given = process.argv.slice(2).map(Number)
const sizes = (given.length > 0 ? given : [1000, 10_000]).map((products): CatalogueSize => ({
  products,
  variants: 6,
  gridCells: 9,
  files: 100,
  seed: 1,
}))
const lines: Line[] = []
for (const size of sizes) lines.push(...(await measureSize(size)))
const report = reportText(lines)
process.stdout.write(`\n${report}`)
if (given.length === 0) writeFileSync(join(import.meta.dirname, 'results.md'), report)

async function measureSize(size: CatalogueSize): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-bench-'))
  const emulator = await startEmulator({ key: emulatorKey })
  try {
    process.stderr.write(`${size.products} products: generate\n`)
    generateCatalogue(folder, size)
    writeFileSync(join(folder, 'planogram.yaml'), configText(emulator))
    const validate = await measureCommand({ size, folder, emulator, command: 'validate' })
    const apply = await measureCommand({ size, folder, emulator, command: 'apply --auto-approve', before: () => empty(emulator, folder) })
    const plan = await measureCommand({ size, folder, emulator, command: 'plan --format json' })
    assertNothingLeft(plan.measured.output)
    return [validate, apply, plan]
  } finally {
    await emulator.close()
    rmSync(folder, { recursive: true })
  }
}

async function empty(emulator: RunningEmulator, folder: string): Promise<void> {
  emulator.reset()
  rmSync(join(folder, '.planogram'), { recursive: true, force: true })
}

interface Task {
  readonly size: CatalogueSize
  readonly folder: string
  readonly emulator: RunningEmulator
  readonly command: string
  readonly before?: () => Promise<void>
}

async function measureCommand({ size, folder, emulator, command, before }: Task): Promise<Line> {
  const args = [...command.split(' '), '--chdir', folder]
  // A home of its own, so that the key of the bench is not remembered on this machine.
  const env = { ...emulatorEnv, XDG_CONFIG_HOME: join(folder, '.config') }
  const measured = await measure({ program, args, env }, runs, async () => {
    await before?.()
    emulator.clearRequests()
  })
  process.stderr.write(`${size.products} products: ${command}: ${measured.seconds.median.toFixed(2)} s\n`)
  return { products: size.products, command, measured, requests: requestsText(emulator) }
}

/** Of the last run. */
function requestsText(emulator: RunningEmulator): string {
  const kinds = emulator.requests().map(({ method, path }) => {
    if (['GET', 'HEAD', 'PROPFIND'].includes(method)) return 'reads'
    return method === 'PUT' && path.startsWith('/files/') ? 'uploads' : 'writes'
  })
  const count = (kind: string): number => kinds.filter((one) => one === kind).length
  return `${count('reads')} reads, ${count('writes')} writes, ${count('uploads')} uploads`
}

function assertNothingLeft(output: string): void {
  const plan: unknown = JSON.parse(output)
  const steps = typeof plan === 'object' && plan !== null && 'steps' in plan ? plan.steps : undefined
  if (!Array.isArray(steps) || steps.length > 0) throw new Error('The plan after the apply is not empty, so its time means nothing.')
}

function reportText(all: readonly Line[]): string {
  const rows = all.map(({ products, command, measured: { seconds, memory }, requests }) => {
    const spread = `${seconds.min.toFixed(2)} to ${seconds.max.toFixed(2)}`
    return `| ${products} | ${command} | ${seconds.median.toFixed(2)} | ${spread} | ${Math.round(memory.max)} | ${requests} |`
  })
  return [
    '# Bench',
    '',
    `${machineText()}, median of ${runs} runs.`,
    'Each product has 6 variants, 9 price entries, 2 categories, 3 attributes and 1 of 100 pictures. `apply` fills an empty store and reads it back;',
    '`plan` finds no change. The slowest `validate` is the first; the others use the document cache. The store is an emulator in memory, in a process of its own on the same machine; its memory is not counted.',
    'Written by `npm run bench`.',
    '',
    '| products | command | seconds | min to max | peak MiB | requests |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
