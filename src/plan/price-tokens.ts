import type { Draft } from './draft.ts'
import type { RootOrders } from './root-order.ts'
import type { Stage } from './step.ts'

const pricing: ReadonlySet<Stage> = new Set<Stage>([
  'products',
  'options',
  'variants',
  'variant options',
  'grids',
  'merchandising',
  'access',
  'go live',
  'removals',
])

/** True for a stage whose steps can move what somebody pays for a product. */
export function movesPrices(stage: Stage): boolean {
  return pricing.has(stage)
}

/**
 * The tokens of a step that touches products with an order: the steps before the prices one after the other, then those of the
 * prices, then those after them, again one after the other.
 */
export function orderTokens(stage: Stage, roots: readonly string[], orders: RootOrders): Pick<Draft, 'provides' | 'wants'> {
  const ordered = roots.filter((root) => orders.has(root))
  const tokens = (name: string): string[] => ordered.map((root) => `${name} ${root}`)
  if (stage === 'before prices') return { provides: tokens('before'), wants: tokens('before') }
  if (stage === 'after prices') return { provides: tokens('after'), wants: [...tokens('prices'), ...tokens('after')] }
  return movesPrices(stage) ? { provides: tokens('prices'), wants: tokens('before') } : { provides: [], wants: [] }
}
