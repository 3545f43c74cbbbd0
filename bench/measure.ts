import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

/** A program to run under this Node. */
interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Of one number over several runs. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export interface Measurement {
  readonly runs: number
  readonly seconds: Spread
  /** Of all threads, in seconds. */
  readonly processor: Spread
  /** Peak resident memory in MiB. */
  readonly memory: Spread
  /** Standard output of the last run. */
  readonly output: string
}

const reporter = pathToFileURL(join(import.meta.dirname, 'report-peak.mjs')).href

/** Runs a command several times, one after the other. `before` puts things in order and is not measured. A failing command throws. */
export async function measure(command: Command, runs: number, before: () => Promise<void> = () => Promise.resolve()): Promise<Measurement> {
  const seen: Run[] = []
  for (let run = 0; run < runs; run += 1) {
    await before()
    seen.push(await runOnce(command))
  }
  return {
    runs,
    seconds: spreadOf(seen.map(({ seconds }) => seconds)),
    processor: spreadOf(seen.map(({ processor }) => processor)),
    memory: spreadOf(seen.map(({ memory }) => memory)),
    output: seen.at(-1)?.output ?? '',
  }
}

interface Run {
  readonly seconds: number
  readonly processor: number
  readonly memory: number
  readonly output: string
}

async function runOnce({ program, args, env = {} }: Command): Promise<Run> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', reporter, program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const streams = [child.stdout, child.stderr, child.stdio[3]]
  const [output = '', errors = '', peak = ''] = await Promise.all([
    ...streams.map((stream) => (stream && 'read' in stream ? text(stream) : '')),
    once(child, 'close'),
  ]).then((parts) => parts.slice(0, 3).map(String))
  const seconds = (performance.now() - started) / 1000
  if (child.exitCode !== 0)
    throw new Error(`${[program, ...args].join(' ')} ended with ${child.exitCode ?? child.signalCode}:\n${errors}${output.slice(0, 2000)}`)
  const [memory = NaN, processor = NaN] = peak.split(' ').map(Number)
  return { seconds, processor, memory: memory / 1024, output }
}

/** Median, least and most. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((left, right) => left - right)
  const middle = sorted.length / 2
  const median = ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
  return { median, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN }
}

/** The Node and the processors that a benchmark runs on, for its page: `Node v24.21.0, 2 cores (AMD EPYC)`. */
export function machineText(): string {
  return `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`
}

/** The load of the machine in the last minute. */
export function loadText(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}
