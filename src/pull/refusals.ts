import { type Unit, unitId } from './unit.ts'

/** What cannot be taken over, with the first reason of each. */
export interface Refusals {
  /** Adds a unit; false where it is there already. */
  refuse(unit: Unit, reason: string): boolean
  isRefused(unit: Unit): boolean
  all(): readonly { readonly unit: Unit; readonly reason: string }[]
}

/** Nothing refused yet. An entry that is refused takes its parts along. */
export function openRefusals(): Refusals {
  const refused = new Map<string, { unit: Unit; reason: string }>()
  return {
    refuse: (unit, reason) => {
      const id = unitId(unit)
      if (refused.has(id)) return false
      refused.set(id, { unit, reason })
      return true
    },
    isRefused: (unit) => refused.has(unitId(unit)) || refused.has(unitId({ ...unit, part: null })),
    all: () => [...refused.values()],
  }
}
