import { numberedAddress } from '../records/address.ts'
import type { RootedChange } from './change.ts'

/** The same changes with unique addresses: a second row of the same name gets a number. */
export function numbered(changes: readonly RootedChange[]): RootedChange[] {
  const used = new Set(changes.map(({ address }) => address))
  if (used.size === changes.length) return [...changes]
  const counts = new Map<string, number>()
  const next = (address: string): string => {
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return numberedAddress(address, count)
  }
  return changes.map((change) => {
    let address = next(change.address)
    while (address !== change.address && used.has(address)) address = next(change.address)
    return address === change.address ? change : { ...change, address }
  })
}
