import {
  connectAround,
  type Connection,
  type ConnectionParts,
  type ConnectOptions,
  openConfiguredStore,
  type StoreConnection,
} from '../workspace/connect-store.ts'
import type { ProgramOutput } from './program-output.ts'
import { startProgressLine } from './progress-line.ts'
import type { Surroundings } from './surroundings.ts'

/** Connects to the store of a catalogue, with progress on stderr: an embedded store with many records takes long to start. */
export async function connect(
  catalogue: ConnectOptions['catalogue'],
  { output, surroundings }: { readonly output: ProgramOutput; readonly surroundings: Surroundings },
  parts?: ConnectionParts,
): Promise<Connection> {
  using progress = startProgressLine(output, surroundings)
  const { env, sleep } = surroundings
  return await connectAround({ catalogue, env, sleep, onProgress: progress.onProgress }, parts)
}

/** The same without the state: for commands that only exchange something with the store. */
export async function connectWithoutState(
  catalogue: ConnectOptions['catalogue'],
  { output, surroundings }: { readonly output: ProgramOutput; readonly surroundings: Surroundings },
): Promise<StoreConnection> {
  using progress = startProgressLine(output, surroundings)
  const { env, sleep } = surroundings
  return await openConfiguredStore({ catalogue, env, sleep, onProgress: progress.onProgress })
}
