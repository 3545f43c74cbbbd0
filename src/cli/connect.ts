import type { AroundStore } from '../store/answer-log.ts'
import { nothingAround } from '../store/open-store.ts'
import { connectAround, type Connection, type ConnectOptions } from '../workspace/connect-store.ts'
import type { ProgramOutput } from './program-output.ts'
import { startProgressLine } from './progress-line.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Connects to the store of a catalogue, with progress on stderr: an embedded store with many records takes long to start. `around`: what is
 * put around the client of the store.
 */
export async function connect(
  catalogue: ConnectOptions['catalogue'],
  { output, surroundings }: { readonly output: ProgramOutput; readonly surroundings: Surroundings },
  around: AroundStore = nothingAround,
): Promise<Connection> {
  using progress = startProgressLine(output, surroundings)
  const { env, sleep } = surroundings
  return await connectAround({ catalogue, env, sleep, onProgress: progress.onProgress }, around)
}
