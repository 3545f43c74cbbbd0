import { planLive, type ReadProgress } from '../workspace/plan-live.ts'
import type { Plan } from '../plan/plan.ts'
import { countOf } from '../report/amounts.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { Connection } from './connect-store.ts'
import { engineVersion } from './engine-version.ts'
import { makeRenditions } from './make-renditions.ts'
import { pacedNote } from './paced-note.ts'
import type { ProgramOutput } from './program-output.ts'
import type { OpenCatalogue } from './read-catalogue.ts'
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
  const note = pacedNote(output, surroundings)
  const onProgress = ({ resource, records }: ReadProgress): void => {
    note(() => `reading the store: ${countOf(records, 'record')} of ${resource} so far`)
  }
  const limits = config.limits
  const plan = await planLive({ desired, contentHash, store, state, locate, notices, now, engineVersion, limits, onProgress })
  await makeRenditions(plan, { catalogue, output, surroundings })
  return plan
}

/** One line on what was read to make a plan: "read 4,210 records from store local in 18 requests". */
export function readingNote(store: StoreClient, { madeFrom }: Plan): string {
  const records = madeFrom.certificate.reduce((sum, { seen }) => sum + seen, 0)
  const { reads } = store.requests()
  return `read ${countOf(records, 'record')} from store ${store.name} in ${countOf(reads, 'request')}\n`
}
