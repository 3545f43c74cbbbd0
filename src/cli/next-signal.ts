import type { Surroundings } from './surroundings.ts'

/** Resolves with the next signal that asks the program to end. */
export function nextSignal({ onSignal }: Pick<Surroundings, 'onSignal'>): Promise<'SIGINT' | 'SIGTERM'> {
  return new Promise((ended) => {
    const off = onSignal((signal) => {
      off()
      ended(signal)
    })
  })
}
