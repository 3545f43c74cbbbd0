import { type RootedChange, skuOfChange } from '../diff/change.ts'
import type { SharedSlug } from '../diff/shared-slugs.ts'
import { resourceOf } from '../resources/registry.ts'
import { byCode } from '../source/by-code.ts'
import { formatCount } from '../source/counts.ts'

/** The most skus, records of one slug, and slugs that a notice names. */
const mostNamed = 5

/** The skus whose declared price customers do not pay, without those whose price the plan changes: a hazard reports them. */
export function unpaidNotices(skus: readonly string[], changes: readonly RootedChange[]): readonly string[] {
  const reported = new Set(changes.flatMap((change) => (change.kind === 'record' && change.gridDecides ? [skuOfChange(change)] : [])))
  const left = skus.filter((sku) => !reported.has(sku)).toSorted(byCode)
  if (left.length === 0) return []
  const whose = left.length === 1 ? `price of ${named(left)}` : `prices of ${formatCount(left.length)} skus (${named(left)})`
  return [
    `Customers do not pay the ${whose}: the store has price entries, which take precedence. Add \`pricing: {}\` to remove them, or declare them with \`pricing\`.`,
  ]
}

/** The slugs that customers see on several records, and that the plan leaves so. */
export function sharedSlugNotices(shared: readonly SharedSlug[], changes: readonly RootedChange[]): readonly string[] {
  const changed = new Set(changes.flatMap((change) => (leavesPlace(change) ? [change.address] : [])))
  const left = shared.filter(({ addresses }) => !addresses.some((address) => changed.has(address)))
  const more = left.length - mostNamed
  return [
    ...left
      .slice(0, mostNamed)
      .map(
        ({ slug, addresses }) =>
          `${named(addresses)} have the same slug "${slug}": one address can show only one of them. Change the slug of the others, or hide them.`,
      ),
    ...(more > 0 ? [`${formatCount(more)} more slugs each belong to several records.`] : []),
  ]
}

/** True for a change of a root record after which it has another slug, or customers do not see it. */
function leavesPlace(change: RootedChange): boolean {
  if (change.kind !== 'record' || change.address !== change.root.address || change.action === 'cannot') return false
  const { slugField, hiddenBy } = resourceOf(change.resource)
  return change.action === 'remove' || change.fields.some(({ field }) => field === slugField || field === hiddenBy)
}

function named(all: readonly string[]): string {
  const [last = '', ...before] = all.slice(0, mostNamed).toReversed()
  const more = all.length - mostNamed
  if (more > 0) return `${all.slice(0, mostNamed).join(', ')} and ${formatCount(more)} more`
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
}
