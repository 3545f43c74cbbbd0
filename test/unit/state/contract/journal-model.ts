import type { Answer, Outcome } from '../../../../src/state/state.ts'

/** A call of the state that changes a journal, or what it may do. */
export type Call =
  | { readonly kind: 'intend'; readonly fence: number; readonly number: number; readonly ids: readonly string[] }
  | {
      readonly kind: 'conclude'
      readonly fence: number
      readonly number: number
      readonly answer: Answer
      readonly ends: readonly Outcome[]
      readonly canWait: boolean
    }
  | { readonly kind: 'classify'; readonly fence: number; readonly id: string; readonly outcome: Outcome; readonly canWait: boolean }
  | { readonly kind: 'withdraw'; readonly fence: number; readonly number: number }
  | { readonly kind: 'end'; readonly fence: number }
  | { readonly kind: 'acquire'; readonly fence: number }
  | { readonly kind: 'renew'; readonly fence: number; readonly until: number }
  | { readonly kind: 'release'; readonly fence: number }

/** What the journal of one run, and the lease of its store, are after some calls. */
export interface Model {
  readonly attempts: Map<number, { answer: Answer | null; left: readonly string[]; readonly ids: readonly string[] }>
  readonly operations: Map<string, { outcome: Outcome | null; attempts: number }>
  readonly lease: { fence: number; until: number; isReleased: boolean }
  hasEnded: boolean
}

/** The journal of a run that has begun. */
export function emptyModel(): Model {
  return { attempts: new Map(), operations: new Map(), lease: { fence: 1, until: 100, isReleased: false }, hasEnded: false }
}

/** Applies a call to the model; false where it is rejected. */
export function applyTo(model: Model, given: Call): boolean {
  if (given.kind === 'acquire' || given.kind === 'renew' || given.kind === 'release') return changeLease(model, given)
  const { fence: current, until, isReleased } = model.lease
  const second = given.kind === 'intend' ? 2 : 3
  return given.fence === current && !isReleased && until > second && writeTo(model, given)
}

function changeLease({ lease }: Model, given: Extract<Call, { kind: 'acquire' | 'renew' | 'release' }>): boolean {
  const isCurrent = given.fence === lease.fence && !lease.isReleased
  switch (given.kind) {
    case 'acquire':
      if (!lease.isReleased && lease.until > 3) return false
      Object.assign(lease, { fence: lease.fence + 1, until: 100, isReleased: false })
      return true
    case 'renew':
      if (isCurrent) lease.until = given.until
      return isCurrent
    case 'release':
      lease.isReleased ||= isCurrent
      return true
    default:
      return given satisfies never
  }
}

/** Applies a write of the run that holds the lease. */
function writeTo(model: Model, given: Exclude<Call, { kind: 'acquire' | 'renew' | 'release' }>): boolean {
  switch (given.kind) {
    case 'end':
      model.hasEnded = true
      return true
    case 'intend':
      return intendIn(model, given)
    case 'conclude':
      return concludeIn(model, given)
    case 'classify':
      return classifyIn(model, given)
    case 'withdraw':
      return withdrawIn(model, given)
    default:
      return given satisfies never
  }
}

function intendIn(model: Model, { number, ids }: Call & { kind: 'intend' }): boolean {
  const { attempts, operations } = model
  if (attempts.has(number)) return false
  model.hasEnded = false
  attempts.set(number, { answer: null, left: ids, ids })
  for (const one of ids) operations.set(one, { outcome: null, attempts: (operations.get(one)?.attempts ?? 0) + 1 })
  return true
}

function concludeIn(model: Model, { number, answer, ends: outcomes }: Call & { kind: 'conclude' }): boolean {
  const found = model.attempts.get(number)
  if (!found) return false
  found.answer = answer
  if (answer !== 'lost') found.left = []
  for (const end of outcomes) classifyIn(model, { id: 'a', outcome: end })
  return true
}

function classifyIn({ attempts, operations }: Model, one: { readonly id: string; readonly outcome: Outcome }): boolean {
  operations.set(one.id, { outcome: one.outcome, attempts: operations.get(one.id)?.attempts ?? 0 })
  const isSettled = one.outcome !== 'blocked' && one.outcome !== 'unknown'
  for (const found of attempts.values()) if (isSettled) found.left = found.left.filter((id) => id !== one.id)
  return true
}

function withdrawIn({ attempts, operations }: Model, { number }: Call & { kind: 'withdraw' }): boolean {
  const found = attempts.get(number)
  if (!found || found.answer !== null) return false
  attempts.delete(number)
  for (const id of found.ids) {
    const { outcome = null, attempts: count = 0 } = operations.get(id) ?? {}
    if (count === 1 && outcome === null) operations.delete(id)
    else operations.set(id, { outcome, attempts: count - 1 })
  }
  return true
}
