import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** The result of a program. */
export interface Outcome {
  readonly code: number | null
  /** Its standard output, then its standard error. */
  readonly output: string
}

/** Runs an external program to its end, with this standard input. */
export async function runOutside(
  program: string,
  args: readonly string[],
  { cwd, env = {}, input = '' }: { cwd: string; env?: Readonly<Record<string, string>>; input?: string },
): Promise<Outcome> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output: output + errors }
}
