import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Surroundings } from './surroundings.ts'

/**
 * Runs a command line of the user in a shell, with a text as its standard input; what it prints goes where this program prints. True where it ended
 * with 0. Nothing of the text is a part of the command line.
 */
export async function runForOrder(command: string, input: string, { cwd, env, stdout, stderr }: Surroundings): Promise<boolean> {
  const child = spawn(command, { shell: true, cwd, env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdout.pipe(stdout, { end: false })
  child.stderr.pipe(stderr, { end: false })
  // A command that does not read its input closes it.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code] = await once(child, 'close').catch(() => [null])
  return code === 0
}
