import { PassThrough } from 'node:stream'
import { runProgram } from '../../src/cli/run-program.ts'
import { Collected } from './collected.ts'
import type { Ended } from './command-line.ts'
import { surroundingsIn } from './surroundings.ts'

/** A `planogram login` that waits for the browser, or has ended. */
export interface StartedLogin {
  /** The address that a person opens; empty where the login ended before. */
  readonly address: string
  /** The redirect_uri in it. */
  readonly redirectUri: string
  readonly ended: Promise<Ended>
  /** Types a line. */
  readonly paste: (line: string) => void
  readonly signal: (signal: 'SIGINT' | 'SIGTERM') => void
}

/** An output that tells when a login waits. */
class Watched extends Collected {
  readonly waits = Promise.withResolvers<void>()

  override _write(chunk: Buffer, encoding: string, done: () => void): void {
    super._write(chunk, encoding, done)
    if (this.text.includes('Waiting for the browser')) this.waits.resolve()
  }
}

/** Starts a login of the default store of a catalogue, whose folder is also the home folder of the user. */
export async function startLogin(
  root: string,
  argv: readonly string[] = ['--no-browser'],
  env: Readonly<Record<string, string>> = {},
): Promise<StartedLogin> {
  const [stdin, stdout, stderr] = [new PassThrough(), new Collected(), new Watched()]
  const listeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>()
  const surroundings = surroundingsIn(root, {
    stdin,
    stdout,
    stderr,
    env: { HOME: root, ...env },
    onSignal: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const ended = runProgram(['login', ...argv], surroundings).then((exitCode) => ({
    exitCode,
    stdout: stdout.text,
    stderr: stderr.text,
  }))
  await Promise.race([stderr.waits.promise, ended])
  const address = /^ {2}(https?:\S+)$/m.exec(stderr.text)?.[1] ?? ''
  return {
    address,
    redirectUri: URL.parse(address)?.searchParams.get('redirect_uri') ?? '',
    ended,
    paste: (line) => void stdin.write(`${line}\n`),
    signal: (signal) => {
      for (const listener of listeners) listener(signal)
    },
  }
}
