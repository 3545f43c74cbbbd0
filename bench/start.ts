import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { invariant } from '../src/errors.ts'
import { loadText, machineText, spreadOf } from './measure.ts'

/*
 * Measures how long commands take to start against `node -e 0`, in turn. Without arguments it writes start-results.md; argument: the number
 * of runs.
 */
const program = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
const example = join(import.meta.dirname, '..', 'catalog.example')
const [given] = process.argv.slice(2).map(Number)
const runs = given ?? 15

const commands: readonly (readonly string[])[] = [['--version'], ['--help'], ['validate', '--chdir', example]]
const seen = Array.from({ length: runs + 1 }, () => [['-e', '0'], ...commands.map((args) => [program, ...args])].map(secondsOf)).slice(1)
const report = reportText()
process.stdout.write(report)
if (given === undefined) writeFileSync(join(import.meta.dirname, 'start-results.md'), report)

function secondsOf(args: readonly string[]): number {
  const start = performance.now()
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' })
  invariant(status === 0, `${args.join(' ')} ended with ${status}`)
  return (performance.now() - start) / 1000
}

/** Milliseconds of a command, by its place in a run. */
function ms(index: number): string {
  return (1000 * spreadOf(seen.map((run) => run[index] ?? NaN)).median).toFixed(0)
}

function ratio(index: number): string {
  return spreadOf(seen.map((run) => (run[index] ?? NaN) / (run[0] ?? NaN))).median.toFixed(2)
}

function reportText(): string {
  return [
    '# Start',
    '',
    `${machineText()}, load ${loadText()}; medians of ${runs}`,
    'runs in turn after one that is not counted. Written by `node bench/start.ts`, after `npm run build`. Bar: `--version` 1.5 times `node -e 0`.',
    '',
    '| command | ms | x `node -e 0` |',
    '|---|---|---|',
    `| \`node -e 0\` | ${ms(0)} | 1 |`,
    ...commands.map(
      ([name = ''], index) =>
        `| \`planogram ${name}\`${name === 'validate' ? ' of the example' : ''} | ${ms(index + 1)} | ${ratio(index + 1)} |`,
    ),
    '',
  ].join('\n')
}
