import type { Draft } from './draft.ts'
import type { RootOrders } from './root-order.ts'
import type { Stage } from './step.ts'

/** The stages whose steps can move what somebody pays for a product. */
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

/**
 * The tokens of a step that touches products with an order: the steps before the prices one after the other, then those of the
 * prices, then those after them, again one after the other.
 */
export function orderTokens(stage: Stage, roots: readonly string[], orders: RootOrders): Pick<Draft, 'provides' | 'wants'> {
  const ordered = roots.filter((root) => orders.has(root))
  const tokens = (name: string): string[] => ordered.map((root) => `${name} ${root}`)
  if (stage === 'before prices') return { provides: tokens('before'), wants: tokens('before') }
  if (stage === 'after prices') return { provides: tokens('after'), wants: [...tokens('prices'), ...tokens('after')] }
  return pricing.has(stage) ? { provides: tokens('prices'), wants: tokens('before') } : { provides: [], wants: [] }
}
