/** The turns of requests at a rate. */
export interface Turns {
  /**
   * Waits for the next turn, in the order of the calls; resolves to false where `stop` is aborted first, which gives the turn back. `null` where it
   * is now.
   */
  take(stop?: AbortSignal): Promise<boolean> | null
}

/** How to wait, and a monotonic clock. */
export interface TurnClock {
  /** Ends early where `signal` is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly nowMs: () => number
}

const anyTime: Turns = { take: () => null }

/**
 * Opens the turns of so many requests in a second. A turn that nobody takes is not kept: two requests at once would be more than was asked for in
 * that second.
 */
export function openTurns(perSecond: number | undefined, { sleep, nowMs }: TurnClock): Turns {
  if (perSecond === undefined) return anyTime
  const gap = 1000 / perSecond
  const waiting = new Set<(hasTurn: boolean) => void>()
  let next = 0
  /** Ends the pause before the next turn, where nobody waits for it any more: a timer would keep the process alive. */
  let pause: AbortController | null = null

  async function passOn(own: AbortController): Promise<void> {
    for (;;) {
      await sleep(Math.max(0, next - nowMs()), own.signal)
      if (own.signal.aborted) return
      const [first] = waiting
      next = Math.max(nowMs(), next) + gap
      first?.(true)
      if (waiting.size === 0) break
    }
    pause = null
  }

  function leave(): void {
    if (waiting.size > 0) return
    pause?.abort()
    pause = null
  }

  return {
    take(stop) {
      const now = nowMs()
      if (waiting.size === 0 && now >= next) {
        next = now + gap
        return null
      }
      if (stop?.aborted === true) return Promise.resolve(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const giveUp = (): void => {
        end(false)
        leave()
      }
      const end = (hasTurn: boolean): void => {
        waiting.delete(end)
        stop?.removeEventListener('abort', giveUp)
        resolve(hasTurn)
      }
      stop?.addEventListener('abort', giveUp, { once: true })
      waiting.add(end)
      if (pause === null) {
        pause = new AbortController()
        void passOn(pause)
      }
      return promise
    },
  }
}
