import { type Profile, profileNames, profileSwitches } from '../../src/emulator/assumptions/profiles.ts'
import { assumptions, type Switches, switchesWith } from '../../src/emulator/assumptions/switches.ts'
import { assumptionList } from '../../src/emulator/assumptions/assumption-list.ts'
import { allProofs } from './all-proofs.ts'
import type { Proof } from './proof.ts'

type SwitchName = keyof Switches

/** A proof on an emulator of one profile. */
export interface ProofRun {
  readonly proof: Proof
  readonly profile: Profile
  /** The switches of the profile that keep their default in this run; see `ProofOptions.keeps`. */
  readonly kept: readonly SwitchName[]
}

/** The switches that a proof keeps and that a profile would change. */
function keptIn(proof: Proof, profile: Profile): readonly SwitchName[] {
  const [usual, own] = [switchesWith(), profileSwitches(profile)]
  return proof.kind === 'reads' ? [] : (proof.options.keeps ?? []).filter((name) => usual[name] !== own[name])
}

/** Every proof in every profile. `test/contract/platform.test.ts` runs them, and docs/api.md counts them. */
export const proofRuns: readonly ProofRun[] = profileNames.flatMap((profile) =>
  allProofs.map((proof) => ({ proof, profile, kept: keptIn(proof, profile) })),
)

/** The row of docs/assumptions.md of a switch, and what platform.md does not show there. */
export function rowOf(name: SwitchName): { readonly id: string; readonly gap: string } {
  const { id } = assumptions[name]
  return { id, gap: assumptionList(switchesWith()).find((row) => row.id === id)?.gap ?? '' }
}
