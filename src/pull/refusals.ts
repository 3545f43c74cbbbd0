import { type Unit, unitId } from './unit.ts'

/** The units that cannot be merged, each with its first reason. */
export interface Refusals {
  /** Adds a unit; false where it was added before. */
  refuse(unit: Unit, reason: string): boolean
  isRefused(unit: Unit): boolean
  all(): readonly { readonly unit: Unit; readonly reason: string }[]
}

/** An empty set of refusals. Where an entry is refused, all its parts are. */
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
