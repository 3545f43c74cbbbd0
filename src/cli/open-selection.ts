import { changedSince } from '../workspace/changed-since.ts'
import type { PlannedSelection } from '../workspace/limit-plan.ts'
import type { OpenPackedCatalogue } from '../workspace/load-catalogue.ts'
import type { Surroundings } from './surroundings.ts'

/** The options that limit a plan. */
interface Limiting {
  readonly target?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  readonly changed?: string | undefined
}

interface Opening {
  readonly catalogue: OpenPackedCatalogue
  readonly surroundings: Surroundings
}

/** What `--target`, `--exclude` and `--changed` limit a plan to; `undefined` where none is given. Reads the commit of `--changed`. */
export async function openSelection(
  { target, exclude, changed }: Limiting,
  { catalogue, surroundings }: Opening,
): Promise<PlannedSelection | undefined> {
  if (target === undefined && exclude === undefined && changed === undefined) return undefined
  const selection = { targets: target ?? [], excludes: exclude ?? [] }
  if (changed === undefined) return selection
  const place = { folder: catalogue.root, env: surroundings.env }
  const input = { catalogue, desired: catalogue.desired, place, now: surroundings.now() }
  return { ...selection, changed: await changedSince(input, changed) }
}
