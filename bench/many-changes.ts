import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadText, machineText, spreadOf } from './measure.ts'
import { startRaceStore } from './race-store.ts'

/*
 * Measures a cold `plan` in which every second product has another price: the first line of progress, the longest silence, and the time from the
 * last comparison to the end, as a table and as JSON; that time too as a ratio to the floor (`bench/race.ts`) for as many products, in the same round, since a
 * second is not the same on two machines. Progress goes to a pseudo-terminal of 160 x 45 (`script` of util-linux), the plan to nowhere. Times are from
 * the start of the program: before it, `script` takes 0.03 s.
 * Arguments: the folder of the store (`store/server.mjs`, `store/gen_catalogue.mjs`, `micro/floor.mjs`), the number of products (default 100,000), of runs (default 5).
 * Writes many-changes-results.md where neither number is given.
 */
const program = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
const [folder = '', givenProducts, givenRuns] = process.argv.slice(2)
const products = Number(givenProducts ?? 100_000)
const runs = Number(givenRuns ?? 5)

/** Printed right before the program is started. */
const startMark = 'started'

/** Milliseconds. */
interface Seen {
  readonly first: number
  /** Between two pieces of progress, until the last one. */
  readonly silence: number
  /** The same, until the steps are ordered. */
  readonly silenceOfPlan: number
  readonly afterComparison: number
  readonly whole: number
}

type Round = Readonly<Record<(typeof formats)[number], Seen>> & { readonly floor: number }

/** Seconds of the floor for 100,000 products on the machine on which the bars were set. */
const floorOfBars = 2.9

const formats = ['table', 'json'] as const
const store = await startRaceStore(folder, products, { documents: 100, every: 2 })
try {
  await plan('table')
  const rounds: Round[] = []
  for (let run = 0; run < runs; run += 1) rounds.push({ floor: await floor(), table: await plan('table'), json: await plan('json') })
  const report = reportText(rounds)
  process.stdout.write(report)
  if (givenProducts === undefined) writeFileSync(join(import.meta.dirname, 'many-changes-results.md'), report)
} finally {
  store.close()
}

/** Milliseconds. */
async function floor(): Promise<number> {
  const { seconds } = await store.floor()
  return 1000 * seconds.median
}

async function plan(format: (typeof formats)[number]): Promise<Seen> {
  const { catalogue, work } = store
  store.forget(catalogue)
  const shown = format === 'json' ? '--format json' : ''
  const command = `stty cols 160 rows 45; printf ${startMark}; exec ${process.execPath} ${program} plan ${shown} --chdir ${catalogue} > ${join(work, 'plan')}`
  const env = { ...process.env, ...store.env, CI: '', TERM: 'xterm' }
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  const pieces: { readonly at: number; readonly text: string }[] = []
  let started = NaN
  child.stdout.on('data', (piece: Buffer) => {
    const text = piece.toString()
    // The terminal, its shell and its size are no part of the program.
    if (Number.isNaN(started)) started = performance.now()
    if (text !== startMark) pieces.push({ at: performance.now() - started, text })
  })
  await once(child, 'close')
  const whole = performance.now() - started
  const at = (text: string): number => pieces.findLast((piece) => piece.text.includes(text))?.at ?? NaN
  const silences = pieces.map((piece, index) => ({ at: piece.at, ms: piece.at - (pieces[index - 1]?.at ?? 0) }))
  if (child.exitCode !== 0 || Number.isNaN(at('Ordering')))
    throw new Error(`plan ended with ${child.exitCode}: ${pieces.at(-1)?.text ?? ''}`)
  return {
    first: pieces[0]?.at ?? NaN,
    silence: Math.max(...silences.map(({ ms }) => ms)),
    silenceOfPlan: Math.max(...silences.filter((piece) => piece.at <= at('Ordering')).map(({ ms }) => ms)),
    afterComparison: whole - at('Comparing:'),
    whole,
  }
}

/** Median, least and most. */
function spread(values: readonly number[]): string {
  const { median, min, max } = spreadOf(values)
  return `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`
}

function reportText(rounds: readonly Round[]): string {
  const rows = formats.map((format) => {
    const cell = (name: keyof Seen): string => spread(rounds.map((round) => round[format][name] / 1000))
    const ratio = spread(rounds.map((round) => round[format].afterComparison / round.floor))
    return `| ${[format, cell('first'), cell('silenceOfPlan'), cell('silence'), cell('afterComparison'), ratio, cell('whole')].join(' | ')} |`
  })
  return [
    '# Many changes',
    '',
    `${machineText()}, load at the end ${loadText()}. A cold plan of ${products} products without variants, of which`,
    'every second one has another price. Seconds, median (least to most) of',
    `${runs} runs of each format in turns, after one that is not counted; progress in a pseudo-terminal. Written by \`node bench/many-changes.ts\`, after \`npm run build\`.`,
    `The floor (race-results.md) for as many products, in the same rounds: ${spread(rounds.map((round) => round.floor / 1000))} s.`,
    'Bars: the first progress within 0.3 s, no silence above 0.5 s, 1 s from the last comparison to the end. They were set on a machine on which the floor for',
    `100,000 products takes ${floorOfBars} s: a second is ${(1 / floorOfBars).toFixed(2)} times the floor there.`,
    '',
    '| format | first progress | longest silence until the steps are ordered | longest silence | from the last comparison to the end | x floor | whole plan |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
