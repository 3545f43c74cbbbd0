import { exitCodes } from '../errors.ts'
import type { Surroundings } from './surroundings.ts'

/** Aborts at a signal, which listeners answer at once, such as by removing temporary files; then calls `onStopped` and ends the program. */
export function stopAtSignal(
  { onSignal, abandon }: Pick<Surroundings, 'onSignal' | 'abandon'>,
  onStopped: () => void,
): Disposable & { readonly signal: AbortSignal } {
  const stopping = new AbortController()
  const off = onSignal((signal) => {
    stopping.abort()
    onStopped()
    abandon(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated)
  })
  return { signal: stopping.signal, [Symbol.dispose]: off }
}
