import type { FieldChange, RecordChange } from '../../diff/change.ts'
import { shownFlag } from '../../diff/shown-after.ts'
import { isOn } from '../../resources/scalar.ts'
import { countGuard } from './count-guard.ts'
import type { GuardInput } from './guard-input.ts'
import type { GuardCase, GuardResult } from './guard-result.ts'

/** `hide`: products and categories that customers see now, and do not see after the apply; not those that another one replaces. */
export function hide(input: GuardInput): readonly GuardResult[] {
  const hidden = flagged(input, ({ after }) => isOn(after ?? '')).filter(({ movedTo }) => movedTo === undefined)
  return countGuard('hide', input, { cases: hidden.map(caseOf) })
}

/**
 * `unhide`: products and categories that become visible. Not counted: those that planogram hid itself, by an apply (`base`) or by a run
 * that has not finished what it created.
 */
export function unhide(input: GuardInput): readonly GuardResult[] {
  const shown = flagged(input, ({ after, base }) => !isOn(after ?? '') && !isOn(base ?? ''))
  const cases = shown.filter(({ address }) => !input.facts.hiddenByRun.has(address)).map(caseOf)
  return countGuard('unhide', input, { cases })
}

function caseOf({ address, source }: RecordChange): GuardCase {
  return { address, source }
}

/** The updates of a root record whose flag on the website changes in this way. */
function flagged({ special }: GuardInput, isWanted: (flag: FieldChange) => boolean): readonly RecordChange[] {
  return special.filter((change): change is RecordChange => {
    const flag = shownFlag(change)
    return flag !== undefined && isWanted(flag)
  })
}
