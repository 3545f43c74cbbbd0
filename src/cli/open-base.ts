import { type CommitBase, openCommitBase } from '../workspace/commit-base.ts'
import type { OpenPackedCatalogue } from '../workspace/load-catalogue.ts'
import type { ProgramOutput } from './program-output.ts'
import type { Surroundings } from './surroundings.ts'

interface Opening {
  readonly catalogue: OpenPackedCatalogue
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** The base of `--base`; `undefined` without it. Says so where the ref does not exist yet. */
export async function openBase(ref: string | undefined, { catalogue, output, surroundings }: Opening): Promise<CommitBase | undefined> {
  if (ref === undefined) return undefined
  const place = { folder: catalogue.root, env: surroundings.env }
  const base = await openCommitBase({ catalogue, place, now: surroundings.now() }, ref)
  output.note(
    base.exists ? `base: commit ${base.from.slice(0, 12)}\n` : `${ref} does not exist yet: nothing is known of earlier applies.\n`,
  )
  return base
}
