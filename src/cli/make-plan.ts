import { planLive } from '../workspace/plan-live.ts'
import type { Plan } from '../plan/plan.ts'
import type { Connection } from './connect-store.ts'
import { engineVersion } from './engine-version.ts'
import { makeRenditions } from './make-renditions.ts'
import type { ProgramOutput } from './program-output.ts'
import type { OpenCatalogue } from './read-catalogue.ts'
import { readingProgress } from './reading-progress.ts'
import type { Surroundings } from './surroundings.ts'

/** What a plan is made of: the catalogue, the store, and where progress is shown. */
export interface Planning {
  readonly catalogue: OpenCatalogue
  readonly connection: Connection
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/**
 * Plans the catalogue against the connected store, and makes the renditions that the plan sends: the same call for `plan`,
 * `apply` and the check afterwards.
 */
export async function makePlan({ catalogue, connection, output, surroundings }: Planning): Promise<Plan> {
  const { desired, contentHash, notices, locate, config } = catalogue
  const { store, state } = connection
  const { now } = surroundings
  const onProgress = readingProgress(output, surroundings)
  const limits = config.limits
  const plan = await planLive({ desired, contentHash, store, state, locate, notices, now, engineVersion, limits, onProgress })
  await makeRenditions(plan, { catalogue, output, surroundings })
  return plan
}
