import type { Image, Target } from '../plan/operation.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { Fields } from '../resources/resource.ts'
import { compareGroup, groupRows, type RowComparison } from './compare-rows.ts'
import type { Rewrite } from '../records/rewrite.ts'

/**
 * What the store shows of an operation: `before`: not done; `after`: done; `part`: some of its rows are written; `twice`: rows are
 * in the store more often than they were written; `other`: neither.
 */
export type Verdict = 'before' | 'after' | 'part' | 'twice' | 'other'

/** The classification of one target of an operation. */
export interface Reading {
  readonly verdict: Verdict
  /** The identities of rows that are still as before. */
  readonly pending: ReadonlySet<string>
  /** How the store differs from the state after the operation, one sentence each. */
  readonly differences: readonly string[]
  /** Values that the store changed in an accepted way. */
  readonly rewritten: readonly Rewrite[]
}

/** The rows that the store has of a target, and the images before and after an operation. */
export interface Observation {
  readonly target: Target
  readonly before: Image
  readonly after: Image
  readonly seen: readonly Fields[]
  /** True where the store writes all of these rows or none: a part of them is written by somebody else. */
  readonly isWhole?: true
}

/** The identity of all rows of a target that is not a grid (`groupRows`). */
const onlyIdentity = ['']

/** Classifies the rows of a target: the one answer to "was it done?" (docs/decisions/020-exactly-once.md). */
export function classify({ target, before, after, seen, isWhole }: Observation, capabilities: Capabilities): Reading {
  const stored = groupRows(target, seen, capabilities)
  const [old, wanted] = [groupRows(target, before?.rows ?? [], capabilities), groupRows(target, after?.rows ?? [], capabilities)]
  const pending = new Set<string>()
  const differences: string[] = []
  const rewritten: Rewrite[] = []
  const verdicts = new Set<Verdict | 'both'>()
  const identities = target.kind === 'rows' ? onlyIdentity : new Set([...old.keys(), ...wanted.keys(), ...stored.keys()])
  for (const identity of identities) {
    const then = compareGroup(target, [before, identity], { wanted: old, stored, capabilities })
    const now = compareGroup(target, [after, identity], { wanted, stored, capabilities })
    const verdict = verdictOf(then, now, [wanted.get(identity) ?? [], stored.get(identity) ?? []])
    verdicts.add(verdict)
    if (verdict === 'before') pending.add(identity)
    differences.push(...now.differences)
    rewritten.push(...now.rewritten)
  }
  const verdict = combined(verdicts)
  return { verdict: isWhole && verdict === 'part' ? 'other' : verdict, pending, differences, rewritten }
}

/** True where the rows of a target are as an image has them. */
export function isAt(image: Image, observed: Pick<Observation, 'target' | 'seen'>, capabilities: Capabilities): boolean {
  return rewritesAt(image, observed, capabilities) !== undefined
}

/** How many values the store has in another accepted form than an image; `undefined` where the rows are not as the image has them. */
export function rewritesAt(image: Image, observed: Pick<Observation, 'target' | 'seen'>, capabilities: Capabilities): number | undefined {
  const { verdict, rewritten } = classify({ ...observed, before: image, after: image }, capabilities)
  return verdict === 'after' ? rewritten.length : undefined
}

/** What was there before can pass for what was sent, as the store could round it: `3` before `3.5` is written. The closer one counts. */
function verdictOf(
  then: RowComparison,
  now: RowComparison,
  [wanted, stored]: readonly [readonly Fields[], readonly Fields[]],
): Verdict | 'both' {
  const isOld = then.differences.length === 0
  if (now.differences.length === 0 && isOld) return then.rewritten.length < now.rewritten.length ? 'before' : 'both'
  if (now.differences.length === 0) return 'after'
  if (isOld) return 'before'
  return wanted.length > 0 && stored.length > wanted.length ? 'twice' : 'other'
}

/** The verdict for all identities: the worst of them. */
function combined(verdicts: ReadonlySet<Verdict | 'both'>): Verdict {
  if (verdicts.has('other')) return 'other'
  if (verdicts.has('twice')) return 'twice'
  if (!verdicts.has('before')) return 'after'
  return verdicts.has('after') ? 'part' : 'before'
}
