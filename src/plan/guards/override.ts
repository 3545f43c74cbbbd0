import { type GuardName, isGuardName } from '../../records/guard-limits.ts'

/** The permission to apply one plan although one guard stops it. */
export interface Override {
  readonly guard: GuardName
  /** The plan hash, or at least its first 8 digits. */
  readonly planHash: string
}

/** The override in `<guard>=<plan hash>`; `null` for any other text. */
export function parseOverride(text: string): Override | null {
  const [, guard = '', planHash = ''] = /^(\w+)=([0-9a-f]{8,64})$/.exec(text) ?? []
  return isGuardName(guard) ? { guard, planHash } : null
}
