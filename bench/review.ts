import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordChange } from '../src/diff/change.ts'
import { formatPlanFile } from '../src/plan/plan-file.ts'
import { planOfChanges } from '../test/support/large-plan.ts'
import { field, updatedProduct } from '../test/support/sample-plan.ts'
import { type FakeTerminal, startTerminal } from '../test/support/terminal.ts'
import { scriptProgram } from '../test/support/typed-shell.ts'
import { machineText, loadText } from './measure.ts'

/*
 * Measures `planogram review` of saved plans with 20,000 and 100,000 changed titles, as a process of its own in a pseudo-terminal of 160 x 45: the peak
 * of its memory, the time until the first frame, from a key to the end of its frame, and of a letter of the filter. Needs `npm run build` and the
 * program `script`. Writes review-results.md. `node bench/review.ts [runs]`, by default 3 of each size.
 */
const runs = Number(process.argv[2] ?? 3)
const program = join(import.meta.dirname, '..', 'dist/cli/main.js')
const ticksPerSecond = 100
const folder = mkdtempSync(join(tmpdir(), 'bench-review-'))
try {
  const rows: string[] = []
  for (const count of [20_000, 100_000]) {
    const path = join(folder, `${count}.json`)
    writeFileSync(path, [...formatPlanFile(planOfChanges(titles(count)))].join(''))
    for (let run = 0; run < runs; run += 1) rows.push(`| ${count} | ${await measured(path)} |\n`)
  }
  writeReport(rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function writeReport(rows: readonly string[]): void {
  const report = `# Review

${machineText()}. \`planogram review\` of a saved plan of changed titles, in a pseudo-terminal of 160 x 45 that
another process draws: 60 keys down through the list by record, each when the frame of the one before has come, then 11 letters of a filter. The first
frame counts from the start of the program, with the reading of the plan; the peak is that of the whole process at its end (\`VmHWM\`). Load is that
of the machine when the run ended: times are only comparable where it is below 2. Written by \`node bench/review.ts\`.

| changes | first frame s | key to frame ms, p50 / p95 | filter letter ms, p50 / worst | peak MiB | processor s | load |
|---|---|---|---|---|---|---|
${rows.join('')}`
  writeFileSync(join(import.meta.dirname, 'review-results.md'), report)
  process.stdout.write(report)
}

function titles(count: number): readonly RecordChange[] {
  const colours = ['Blue', 'Green', 'Black', 'White', 'Grey']
  return Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(7, '0')
    const before = `Widget ${number} ${colours[index % colours.length] ?? ''} Medium`
    const changed = updatedProduct(`SKU-${number}`, [field('title', before, `${before} new`)], `${before} new`)
    return {
      ...changed,
      source: { file: `products-${String(Math.floor(index / 1000)).padStart(3, '0')}.yaml`, line: (index % 1000) * 13 + 3, column: 12 },
    }
  })
}

/** One run of the program, as the cells of its row. */
async function measured(path: string): Promise<string> {
  if (scriptProgram === null) throw new Error('The measurement needs the program script.')
  const terminal = startTerminal(160, 45, 120_000)
  const pidFile = join(folder, 'pid')
  const command = `stty cols 160 rows 45; echo $$ > '${pidFile}'; exec '${process.execPath}' '${program}' review '${path}'`
  const started = performance.now()
  const { CI: _, NO_COLOR: __, ...env } = process.env
  const child = spawn(scriptProgram, ['-qfec', command, '/dev/null'], { env: { ...env, TERM: 'xterm-256color' } })
  const closed = once(child, 'close')
  child.stdout.pipe(terminal.stdout)
  terminal.stdin.pipe(child.stdin)
  await terminal.until('browse')
  const first = performance.now() - started
  await pressed(terminal, '\r')
  // The list by record looks like the one before, so that there may be no new frame.
  terminal.press('t')
  const keys: number[] = []
  await pressed(terminal, 'j')
  for (let key = 0; key < 60; key += 1) keys.push(await pressed(terminal, 'j'))
  await pressed(terminal, '/')
  const letters: number[] = []
  for (const letter of 'title 0042 ') letters.push(await pressed(terminal, letter))
  const { peakMiB, seconds } = usedBy(readFileSync(pidFile, 'utf8').trim())
  terminal.press('\u0003')
  await closed
  terminal.close()
  const cells = [`${at(keys, 0.5)} / ${at(keys, 0.95)}`, `${at(letters, 0.5)} / ${at(letters, 1)}`, peakMiB.toFixed(0), seconds.toFixed(1)]
  return [(first / 1000).toFixed(1), ...cells, loadText()].join(' | ')
}

/** The peak of the memory of a process, and the seconds of its threads on processors, as Linux counts them. */
function usedBy(pid: string): { readonly peakMiB: number; readonly seconds: number } {
  const kib = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  const [, , , , , , , , , , , user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number)
  return { peakMiB: Number(kib) / 1024, seconds: (user + system) / ticksPerSecond }
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
