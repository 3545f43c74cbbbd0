import { z } from 'zod'
import { positive } from './scalar-schemas.ts'

/** `retention:` of the config. */
export const retentionDocument = z
  .strictObject(
    {
      runs: positive.optional().describe('Runs of each store that are kept, however old they are; default 100.'),
      days: positive.optional().describe('Days for which every run is kept; default 90.'),
    },
    { error: 'a map with runs and days' },
  )
  .describe('How long the state keeps runs, their plans, and the pictures that they overwrote (docs/state.md).')
