import { PassThrough } from 'node:stream'
import { runProgram } from '../../src/cli/run-program.ts'
import { planogram } from './command-line.ts'
import type { ShopFolder } from './shop-folder.ts'
import { surroundingsIn } from './surroundings.ts'
import { startTerminal } from './terminal.ts'

/** A command on a shop; resolves to its exit code. */
export type Tried = (shop: ShopFolder) => Promise<number>

/** A command line, run to its end without a terminal. */
export function run(...argv: readonly string[]): Tried {
  return async (shop) => (await planogram(shop.root, argv)).exitCode
}

/** Runs a command line that a signal stops as soon as it can, or that finds no answers in its terminal. */
export async function stopped(shop: ShopFolder, argv: readonly string[], signal?: 'SIGINT' | 'SIGTERM'): Promise<number> {
  const terminal = signal === undefined || argv[0] === 'init' ? { isTTY: true } : {}
  const stdin = Object.assign(new PassThrough(), terminal)
  const output = Object.assign(new PassThrough(), terminal)
  output.resume()
  if (signal === undefined) stdin.end()
  return await new Promise<number>((ended) => {
    const program = runProgram(argv, {
      stdin,
      stdout: output,
      stderr: output,
      env: {},
      cwd: shop.root,
      now: () => new Date(),
      randomId: () => 'test',
      onSignal: (listener) => {
        if (signal !== undefined) queueMicrotask(() => listener(signal))
        return () => undefined
      },
      abandon: (exitCode = -1) => ended(exitCode),
    })
    void program.then(ended)
  })
}

/** Runs a command line in a terminal, where keys are pressed once the screen shows the help key; without keys, until it ends. */
export async function inTerminal(shop: ShopFolder, argv: readonly string[], keys?: string): Promise<number> {
  const terminal = startTerminal(80, 24)
  const [stdin, stdout] = [terminal.stdin as PassThrough, terminal.stdout as PassThrough]
  const ended = runProgram(argv, surroundingsIn(shop.root, { stdin, stdout }))
  if (keys !== undefined) {
    await terminal.until('? help')
    terminal.press(keys)
  }
  const exitCode = await ended
  terminal.close()
  return exitCode
}

/** A preview that a signal ends when it shows the shop. */
export async function shown(shop: ShopFolder, signal: 'SIGINT' | 'SIGTERM', ...argv: readonly string[]): Promise<number> {
  const listeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>()
  const stdout = new PassThrough()
  stdout.on('data', (chunk: Buffer) => {
    if (/^admin /m.test(chunk.toString())) for (const listener of listeners) listener(signal)
  })
  return await runProgram(['preview', ...argv], {
    ...surroundingsIn(shop.root, { stdin: new PassThrough(), stdout }),
    onSignal: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
}
