import type { Change } from './change.ts'

const movable = new Set(['Variants', 'Options', 'ExtraImages'])

function codeOf(change: Change): string {
  return `${change.resource}.${change.key['code'] ?? ''}`
}

function isGone({ action, fields }: Change): boolean {
  return action === 'remove' || (action === 'cannot' && fields.length > 0 && fields.every(({ after }) => after === null))
}

/** The variant that a change is about, be it its own record, its grid, stock or option values. */
function variantOf({ resource, key }: Change): string | undefined {
  if (resource === 'Variants') return key['code']
  return resource === 'VariantOptions' ? key['variant_code'] : key['sku']
}

function refusedMove(change: Change, from: string | null): Change {
  const reason = `The store has ${change.key['code'] ?? 'this variant'} at ${from ?? 'another product'}, and the platform shows no way to move a variant. Take it out here, apply, then add it again.`
  return { ...change, action: 'cannot', reason }
}

/**
 * Rows with a key of their own that leave one product and come to another. Written there, an option or picture moves by
 * itself, so its removal is dropped (it would take the moved row away). A variant would keep its old prices and stock:
 * it is refused, and the rest of it with it.
 */
export function withoutMoves(changes: readonly Change[]): readonly Change[] {
  const gone = new Map(
    changes.filter((change) => movable.has(change.resource) && isGone(change)).map((change) => [codeOf(change), change.root]),
  )
  if (gone.size === 0) return changes
  const moved = new Set(changes.filter((change) => change.action === 'create' && gone.has(codeOf(change))).map(codeOf))
  if (moved.size === 0) return changes
  return changes.flatMap((change) => {
    const code = codeOf(change)
    if (moved.has(code)) {
      if (isGone(change)) return []
      return change.resource === 'Variants' && change.action === 'create' ? [refusedMove(change, gone.get(code) ?? null)] : [change]
    }
    const variant = variantOf(change)
    return variant !== undefined && change.resource !== 'Product' && moved.has(`Variants.${variant}`) ? [] : [change]
  })
}
