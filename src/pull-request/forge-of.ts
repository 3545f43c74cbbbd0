import type { Environment, Forge } from './forge.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'

/** The code host whose CI runs this job. Throws `wrong-usage` where a variable of the job is missing. */
export function forgeOf(env: Environment): Forge {
  return env['GITLAB_CI'] === 'true' ? gitlab(env) : github(env)
}
