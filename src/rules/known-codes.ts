import type { Desired, DesiredRecord } from '../records/desired.ts'
import { openSuggestions } from './suggestions.ts'

/** The codes of one resource. */
export interface CodeSet {
  has(code: string): boolean
  /** The code that was probably meant by an unknown one. */
  nearest(code: string): string | undefined
}

/** The codes of groups and categories; a resource that the catalogue does not declare is left out. */
export type KnownCodes = ReadonlyMap<'Cat' | 'UserGroups', CodeSet>

/** The codes of the groups and categories among some roots. */
export function knownCodes(roots: Desired['roots']): KnownCodes {
  return new Map(
    (['Cat', 'UserGroups'] as const).flatMap((name) => {
      const records = roots[name]
      return records ? [[name, codeSet(records)] as const] : []
    }),
  )
}

function codeSet(records: readonly DesiredRecord[]): CodeSet {
  let made: ReadonlySet<string> | undefined
  const codes = (): ReadonlySet<string> => (made ??= new Set(records.map(({ fields }) => fields['code'] ?? '')))
  return { has: (code) => codes().has(code), nearest: openSuggestions(codes) }
}
