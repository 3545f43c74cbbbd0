import type { Desired } from '../records/desired.ts'

/** The codes of groups and categories; a kind of which the catalogue declares nothing is left out. */
export type KnownCodes = ReadonlyMap<'Cat' | 'UserGroups', ReadonlySet<string>>

/** The codes of the groups and categories among some roots. */
export function knownCodes(roots: Desired['roots']): KnownCodes {
  return new Map(
    (['Cat', 'UserGroups'] as const).flatMap((name) => {
      const records = roots[name]
      return records ? [[name, new Set(records.map(({ fields }) => fields['code'] ?? ''))] as const] : []
    }),
  )
}
