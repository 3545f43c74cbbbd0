import { OperationalError } from '../errors.ts'
import type { Environment } from './forge.ts'

/** The value of an environment variable. Throws `wrong-usage` where it is missing or empty. */
export function neededVariable(env: Environment, name: string): string {
  const value = env[name] ?? ''
  if (value !== '') return value
  throw new OperationalError('wrong-usage', `The environment variable \`${name}\` is not set.`, {
    fix: 'Run this in a job of GitHub Actions or GitLab CI, with the token for comments in `TOKEN`: docs/ci.md has an example.',
  })
}
