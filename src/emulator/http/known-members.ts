import { StoreFault } from './store-fault.ts'

/** Refuses an object with a member that has another name (400): it would do nothing, and its sender would not notice. */
export function refuseOthers(value: Readonly<Record<string, unknown>>, known: readonly string[], what: string): void {
  const other = Object.keys(value).find((name) => !known.includes(name))
  if (other === undefined) return
  throw new StoreFault(400, `${what} has no member ${JSON.stringify(other.slice(0, 60))}; it has ${known.join(', ')}`)
}
