import { nearestWord } from '../problems/nearest-word.ts'
import { OperationalError } from '../errors.ts'
import type { PricedSide } from './priced-sides.ts'
import type { InspectedCatalogue } from '../workspace/load-catalogue.ts'

/** Where the groups of a customer are looked up. */
interface Known {
  readonly sides: readonly PricedSide[]
  readonly catalogue: InspectedCatalogue
  /** Groups that the store has; `undefined` where it was not read. */
  readonly live: readonly string[] | undefined
}

/** The groups of the catalogue; `undefined` where it declares none, and leaves them to the store. */
export function declaredGroups({ desired }: InspectedCatalogue): readonly string[] | undefined {
  return desired.roots.UserGroups?.map(({ fields }) => fields['code'] ?? '')
}

/**
 * Throws `wrong-usage` for a group that neither the catalogue nor the store has, and no price names. Where the catalogue declares no
 * groups and the store was not read, every group is accepted.
 */
export function refuseUnknownGroup(groups: readonly string[], { sides, catalogue, live }: Known): void {
  const declared = declaredGroups(catalogue)
  if (declared === undefined && live === undefined) return
  const priced = sides.flatMap(({ sku }) => sku?.entries ?? []).map(({ group_code }) => group_code)
  const known = [...new Set([...(declared ?? []), ...(live ?? []), ...priced])].filter((code) => code !== '')
  const unknown = groups.find((group) => !known.includes(group))
  if (unknown === undefined) return
  const where = live === undefined ? 'the catalogue' : `the catalogue or store ${catalogue.config.storeName}`
  const near = nearestWord(unknown, known)
  throw new OperationalError('wrong-usage', `\`--group\` does not accept \`${unknown}\`: there is no such group in ${where}.`, {
    fix: near === undefined ? `Available groups: ${known.join(', ') || 'none'}.` : `Did you mean \`${near}\`?`,
  })
}
