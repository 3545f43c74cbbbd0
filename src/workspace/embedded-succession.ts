import { OperationalError } from '../errors.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import type { EmbeddedLock } from './embedded-lock.ts'

/** The store of a folder after its process has ended. */
export interface Successor {
  readonly lock: EmbeddedLock
  /** Ends the store; `null` where another process runs it. */
  readonly close: (() => Promise<void>) | null
}

/** What a process that connects to the store of another one does when that one ends. */
export interface Succession {
  /**
   * To be called where nothing listens at the address any more: true where the store runs there again, in this process or in another one.
   * Rejects with `store-unreachable` where it cannot be continued.
   */
  readonly whenRefused: () => Promise<boolean>
  /** Ends the store, if this process runs it now; the store is not continued any more. */
  readonly close: () => Promise<void>
}

/**
 * Continues a store that another process ran, at the same address, when that process has ended. `succeed` opens the store of the folder,
 * at this port where nobody runs it; several callers wait for one attempt, and an attempt that failed is not repeated.
 */
export function openSuccession(access: EmbeddedLock, succeed: (port: number) => Promise<Successor>): Succession {
  let attempt: Promise<boolean> | undefined
  let failure: OperationalError | undefined
  let closeOwn: (() => Promise<void>) | null = null
  let closed = false

  async function continueStore(): Promise<boolean> {
    if (failure) throw failure
    // A request that was refused before this process continued the store may report it only now.
    if (closeOwn) return true
    try {
      const successor = await succeed(Number(new URL(access.url).port))
      if (isSame(successor.lock, access)) {
        closeOwn = successor.close
        return true
      }
      await successor.close?.()
      throw new Error(`the store is now another one, at ${successor.lock.url}`)
    } catch (cause) {
      failure = ended(access, cause)
      throw failure
    }
  }

  return {
    whenRefused: () => (closed ? Promise.resolve(false) : (attempt ??= continueStore().finally(() => (attempt = undefined)))),
    close: async () => {
      closed = true
      await attempt?.catch(() => false)
      await closeOwn?.()
    },
  }
}

/** True where requests to the one reach the other, and it answers as the other did. */
function isSame(one: EmbeddedLock, other: EmbeddedLock): boolean {
  const [a, b] = [one, other].map(({ url, site, key, id: { id }, capabilities, switches }) =>
    canonicalJson({ url, site, key, id, capabilities, switches }),
  )
  return a === b
}

function ended({ pid }: EmbeddedLock, cause: unknown): OperationalError {
  return new OperationalError('store-unreachable', `The command that ran the embedded store (process ${pid}) has ended.`, {
    fix: 'Run this command again: it starts the store itself.',
    // Nothing was sent, and sending it again would not help.
    context: { reason: 'ended', answer: 'refused' },
    cause,
  })
}
