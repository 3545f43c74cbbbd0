import type { ApplyEvent } from '../apply/events.ts'

/** Who watches a run, and how to stop it; both are given by the caller of `apply`. */
interface Watching {
  readonly stop?: AbortSignal
  readonly onEvent?: (event: ApplyEvent) => void
}

/** The same for the run. */
interface ObservedRun {
  /** Never throws. */
  readonly onEvent: (event: ApplyEvent) => void
  /** Aborted by the caller, and where the observer has thrown. */
  readonly stop: AbortSignal
  /** Throws what the observer has thrown; to be called when the run has ended. */
  readonly rethrow: () => void
}

/**
 * An observer that throws does not end a run in the middle, where grids are off and requests in flight: it stops the run, as an abort does,
 * and is not called again.
 */
export function observeRun({ stop, onEvent = () => undefined }: Watching): ObservedRun {
  const own = new AbortController()
  let failure: { readonly error: unknown } | null = null
  return {
    onEvent(event) {
      if (failure) return
      try {
        onEvent(event)
      } catch (error) {
        failure = { error }
        own.abort()
      }
    },
    stop: stop ? AbortSignal.any([stop, own.signal]) : own.signal,
    rethrow() {
      if (failure) throw failure.error
    },
  }
}
