import { changedText } from '../apply/compare-field.ts'
import type { Rewrite } from '../records/rewrite.ts'
import { addressOf } from '../records/address.ts'

/** A value that the store changed in an accepted way, as one sentence. */
export function rewriteText({ resource, key, ...change }: Rewrite): string {
  return `${addressOf(resource, key)}: ${changedText(change)} (accepted as the store has it)`
}
