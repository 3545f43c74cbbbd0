import { connectStore, type Connection, type ConnectOptions } from '../workspace/connect-store.ts'
import type { ProgramOutput } from './program-output.ts'
import { startProgressLine } from './progress-line.ts'
import type { Surroundings } from './surroundings.ts'

/** Connects to the store of a catalogue, with progress on stderr: an embedded store with many records takes long to start. */
export async function connect(
  catalogue: ConnectOptions['catalogue'],
  output: ProgramOutput,
  surroundings: Surroundings,
): Promise<Connection> {
  using progress = startProgressLine(output, surroundings)
  return await connectStore({ catalogue, env: surroundings.env, sleep: surroundings.sleep, onProgress: progress.onProgress })
}
