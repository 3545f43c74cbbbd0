import { spawn, type SpawnOptions } from 'node:child_process'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { runProgram } from '../../src/cli/run-program.ts'
import type { Surroundings } from '../../src/cli/surroundings.ts'
import { Collected } from './collected.ts'

export const projectRoot: string = resolve(import.meta.dirname, '..', '..')

/** The result of a command. */
export interface Ended {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line in this process, with streams that are not a terminal. */
export async function planogram(cwd: string, argv: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return await run(cwd, argv, { env, stdin: new PassThrough() })
}

/** The same, with a text on standard input. */
export async function planogramReading(input: string, cwd: string, argv: readonly string[]): Promise<Ended> {
  return await run(cwd, argv, { env: {}, stdin: new PassThrough().end(input) })
}

async function run(cwd: string, argv: readonly string[], { env, stdin }: Pick<Surroundings, 'env' | 'stdin'>): Promise<Ended> {
  const stdout = new Collected()
  const stderr = new Collected()
  const surroundings: Surroundings = {
    stdin,
    stdout,
    stderr,
    env,
    cwd,
    now: () => new Date(),
    sleep: () => Promise.resolve(),
    randomId: nextId,
    onSignal: () => () => undefined,
    abandon: () => {
      throw new Error('abandoned')
    },
  }
  const exitCode = await runProgram(argv, surroundings)
  return { exitCode, stdout: stdout.text, stderr: stderr.text }
}

let ids = 0

/** Ids of which many in a row differ in their first digit: runs of one second can be shortened. */
function nextId(): string {
  ids += 1
  return Array.from(ids.toString(16).padStart(4, '0')).toReversed().join('')
}

/** The built program, which starts in half of the time that its sources need. */
export const builtProgram: string = join(projectRoot, 'dist', 'cli', 'main.js')

/** Starts the built program as a child process, as a user does. */
export function startBuilt(args: readonly string[], options: SpawnOptions = {}): ReturnType<typeof spawn> {
  return spawn(process.execPath, [builtProgram, ...args], { stdio: ['ignore', 'pipe', 'pipe'], ...options })
}

/** Runs the built program to its end. */
export async function runBuilt(args: readonly string[], options: SpawnOptions = {}): Promise<Ended> {
  const child = startBuilt(args, options)
  const chunks: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] }
  child.stdout?.on('data', (chunk: Buffer) => chunks.stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.stderr.push(chunk))
  const exitCode = await new Promise<number>((done) => {
    child.on('close', (code) => done(code ?? -1))
  })
  return { exitCode, stdout: Buffer.concat(chunks.stdout).toString('utf8'), stderr: Buffer.concat(chunks.stderr).toString('utf8') }
}
