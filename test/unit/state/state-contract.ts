import { describe, onTestFinished } from 'vitest'
import type { State } from '../../../src/state/state.ts'
import { describeBase } from './contract/base-rules.ts'
import { describeCare } from './contract/care-rules.ts'
import { describeFiles } from './contract/file-rules.ts'
import { describeFences, describeLeases } from './contract/lease-rules.ts'
import { describeOrder } from './contract/order-rules.ts'
import { describePictures } from './contract/picture-rules.ts'
import { describeRuns, describeUnsettled, describeWithdrawals } from './contract/run-rules.ts'

/** The definition of the port `State`: every implementation passes it. `open` gives a new, empty state. */
export function stateContract(name: string, open: () => Promise<State>): void {
  /** An empty state that is closed after the test. */
  async function opened(): Promise<State> {
    const state = await open()
    onTestFinished(() => state.close().catch(() => undefined))
    return state
  }

  describe(`the contract of State: ${name}`, () => {
    describeLeases(opened)
    describeFences(opened)
    describeRuns(opened)
    describeWithdrawals(opened)
    describeUnsettled(opened)
    describeOrder(opened)
    describeFiles(opened)
    describeBase(opened)
    describePictures(opened)
    describeCare(opened)
  })
}
