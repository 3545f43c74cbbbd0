import { PassThrough } from 'node:stream'
import type { Surroundings } from '../../src/cli/surroundings.ts'

/** What a program in this folder uses of its process: streams that are no terminal, an empty environment, no signals; or what the test gives. */
export function surroundingsIn(cwd: string, given: Partial<Surroundings> = {}): Surroundings {
  return {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: {},
    cwd,
    now: () => new Date(),
    randomId: () => 'test',
    onSignal: () => () => undefined,
    abandon: () => undefined,
    ...given,
  }
}
