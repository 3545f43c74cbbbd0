/** How the prices of a product move: all up, all down, both (or not known from the changes), or not at all. */
export type PriceShift = 'same' | 'rise' | 'fall' | 'mixed'

/**
 * Who may see a product: `closed` to some groups after everybody, `opened` to everybody after some groups, `wider`, `narrower`,
 * `overlapping` (some groups join, some leave, some stay) or `replaced` (no group stays).
 */
export type AudienceShift = 'same' | 'closed' | 'opened' | 'wider' | 'narrower' | 'overlapping' | 'replaced'

/** What a plan changes of a product that decides what somebody pays for it. */
export interface PriceChange {
  /** Simple prices, grids and variants. */
  readonly prices: PriceShift
  /** The parts of discounts and adjustments that make it dearer, and cheaper, whatever its prices are. */
  readonly dearer: boolean
  readonly cheaper: boolean
  readonly audience: AudienceShift
}

/** A request beside the prices: `join` and `leave` write and remove access rows. */
export type PriceMove = 'join' | 'leave' | 'dearer' | 'cheaper'

/** The requests before and after those of the prices, in their order. */
export interface PriceOrder {
  readonly before: readonly PriceMove[]
  readonly after: readonly PriceMove[]
}

/** What groups do before the prices, and after them. */
const moves: Readonly<Record<Exclude<AudienceShift, 'replaced'>, PriceOrder>> = {
  same: { before: [], after: [] },
  closed: { before: ['join'], after: [] },
  narrower: { before: ['leave'], after: [] },
  opened: { before: [], after: ['leave'] },
  wider: { before: [], after: ['join'] },
  overlapping: { before: ['leave'], after: ['join'] },
}

/**
 * The order in which nobody pays less than both before and after the plan, and nobody sees the prices of others: what makes a product
 * dearer comes first and what makes it cheaper last; groups leave before its prices change and join after that. Where no group
 * stays, those that join must come before those that leave (a product without access rows is open to everybody), so
 * that one of them sees prices of the other: the higher ones, if all move in one direction.
 */
export function priceOrder({ prices, dearer, cheaper, audience }: PriceChange): PriceOrder {
  const groups = audience === 'replaced' ? replaced(dearer || prices === 'rise' || prices === 'mixed') : moves[audience]
  return {
    before: [...groups.before, ...(dearer ? ['dearer' as const] : [])],
    after: [...(cheaper ? ['cheaper' as const] : []), ...groups.after],
  }
}

function replaced(rises: boolean): PriceOrder {
  return rises ? { before: [], after: ['join', 'leave'] } : { before: ['join', 'leave'], after: [] }
}
