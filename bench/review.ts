import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as screens from '../src/review/review-plan.tsx'
import { limitHeap } from '../src/cli/limit-heap.ts'
import { plainTheme } from '../src/report/theme.ts'
import { field, planOf, updatedProduct } from '../test/support/sample-plan.ts'
import { type FakeTerminal, startTerminal } from '../test/support/terminal.ts'

/*
 * Measures the review screens with 20,000 and 100,000 one-field updates on a terminal of 160 x 45: the first frame after the plan is in memory,
 * the time from a key to the end of its frame, and of a letter of the filter; each size in a process of its own, with the heap of `planogram review`. Needs
 * `npm run build`. Writes review-results.md.
 */
process.env['NODE_ENV'] = 'production'
// The built file: Node does not run .tsx.
const built = pathToFileURL(join(import.meta.dirname, '..', 'dist/review/review-plan.js')).href
const { reviewPlan } = (await import(built)) as typeof screens
const [size] = process.argv.slice(2)
if (size === undefined)
  writeReport([20_000, 100_000].map((count) => execFileSync(process.execPath, [import.meta.filename, String(count)], { encoding: 'utf8' })))
else {
  limitHeap()
  process.stdout.write(`${await measured(Number(size))}\n`)
}

function writeReport(rows: readonly string[]): void {
  const report = `# Review

Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? ''}), load ${loadavg()[0]?.toFixed(1)}. One-field updates on a terminal of 160 x 45 in memory;
100 keys down through the list by record, 12 letters of filters. The peak is that of the whole process, with
the terminal and the loader of TypeScript; the plan is made in memory. Written by \`node bench/review.ts\`.

| changes | first frame ms, elapsed / of processors | key to frame ms, p50 / p95 | filter letter ms, p50 / worst | peak MiB |
|---|---|---|---|---|
${rows.join('')}`
  writeFileSync(join(import.meta.dirname, 'review-results.md'), report)
  process.stdout.write(report)
}

async function measured(count: number): Promise<string> {
  const changes = Array.from({ length: count }, (_, index) => {
    const sku = `SKU-${String(index).padStart(6, '0')}`
    const before = String(index % 97)
    return updatedProduct(sku, [field('weight', before, `${before}.5`)], `Product ${index}`)
  })
  const plan = planOf(changes)
  const terminal = startTerminal(160, 45, 60_000)
  const started = performance.now()
  const used = process.cpuUsage()
  const reviewed = reviewPlan({
    plan,
    stdin: terminal.stdin,
    stdout: terminal.stdout,
    confirm: 'yes',
    theme: plainTheme,
    programs: { edit: () => Promise.resolve(null), browse: () => Promise.resolve(null), slugOf: () => undefined },
  })
  await terminal.until('summary')
  const first = performance.now() - started
  const { user, system } = process.cpuUsage(used)
  await pressed(terminal, '\r')
  await pressed(terminal, 't')
  const keys: number[] = []
  for (let key = 0; key < 100; key += 1) keys.push(await pressed(terminal, 'j'))
  await pressed(terminal, '/')
  const letters: number[] = []
  for (const letter of 'weight 0042 ') letters.push(await pressed(terminal, letter))
  terminal.press('\u0003')
  await reviewed
  terminal.close()
  const peak = process.resourceUsage().maxRSS / 1024
  return `| ${count} | ${first.toFixed(0)} / ${((user + system) / 1000).toFixed(0)} | ${at(keys, 0.5)} / ${at(keys, 0.95)} | ${at(letters, 0.5)} / ${at(letters, 1)} | ${peak.toFixed(0)} |`
}

/** The time from a key to the end of the frame that it draws. */
async function pressed(terminal: FakeTerminal, key: string): Promise<number> {
  const before = terminal.frames()
  const started = performance.now()
  terminal.press(key)
  await terminal.until(() => terminal.frames() > before)
  return performance.now() - started
}

/** A quantile of some times in whole milliseconds. */
function at(values: readonly number[], part: number): string {
  return (values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0).toFixed(0)
}
