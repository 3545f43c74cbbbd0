import type { Likeness, LookAlike } from '../diff/look-alikes.ts'
import { addressOf } from '../records/address.ts'

/** Two records that seem to be one under another key, by address. */
export interface ProposedMove {
  /** The one that leaves the catalogue. */
  readonly from: string
  /** The one that is new in it. */
  readonly to: string
  readonly likeness: Likeness
}

/** Entries for `moved:` that a plan proposes; nothing is written without them. */
export interface MoveProposal {
  readonly moves: readonly ProposedMove[]
  /** The text to add to a document: valid YAML with the key `moved`. */
  readonly yaml: string
}

const reasons: Readonly<Record<Likeness, string>> = { slug: 'the same slug', gtin: 'the same gtin', values: 'the same values' }

/** The proposal for these records; `undefined` where there are none. */
export function proposeMoves(pairs: readonly LookAlike[]): MoveProposal | undefined {
  const moves = pairs.map(({ old, record, likeness }) => ({
    from: addressOf(old.resource, old.fields),
    to: addressOf(record.resource, record.fields),
    likeness,
  }))
  return moves.length === 0 ? undefined : { moves, yaml: yamlOf(moves) }
}

/** An address is a plain scalar of YAML, also between braces. */
export function yamlOf(moves: readonly ProposedMove[]): string {
  return ['moved:', ...moves.map(({ from, to, likeness }) => `  - { from: ${from}, to: ${to} } # ${reasons[likeness]}`), ''].join('\n')
}
