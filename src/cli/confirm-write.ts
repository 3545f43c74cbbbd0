import { OperationalError } from '../errors.ts'
import type { StoreClient } from '../store/store-client.ts'
import { askLine } from './ask-line.ts'
import type { GlobalOptions } from './global-options.ts'
import { canAsk, type Surroundings } from './surroundings.ts'

/** A write that a person approves. */
export interface ConfirmedWrite {
  readonly store: Pick<StoreClient, 'name' | 'baseUrl'>
  /** What is asked, without its question mark: `Create this shipment in shop (https://shop.example)`. */
  readonly question: string
  /** What is sent, in messages: `the shipment`. */
  readonly what: string
  /** The name of the store has to be typed, in a terminal also with `--auto-approve`. */
  readonly isProtected: boolean
  readonly autoApprove: boolean
}

/**
 * Asks in the terminal, as `apply` does. Throws `declined` for another answer, and `no-terminal` where nobody can be asked and `--auto-approve` is not
 * given.
 */
export async function confirmWrite(write: ConfirmedWrite, global: GlobalOptions, surroundings: Surroundings): Promise<void> {
  const { store, question, what, isProtected, autoApprove } = write
  const isAsked = canAsk(surroundings, global)
  if (autoApprove && !(isProtected && isAsked)) return
  if (!isAsked) {
    const reason = isProtected ? `Store ${store.name} is protected, and there is` : 'There is'
    throw new OperationalError('no-terminal', `${reason} no terminal to approve ${what} in; nothing was sent.`, {
      fix: 'Run it in a terminal, or add `--auto-approve`.',
    })
  }
  const word = isProtected ? store.name : 'yes'
  const answer = await askLine(`${question}? Type \`${word}\`:`, surroundings)
  if (answer === word) return
  throw new OperationalError('declined', `Declined: nothing was sent.`, { fix: `Type \`${word}\` to send it.` })
}
