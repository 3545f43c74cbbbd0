import { join } from 'node:path'

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** True where `CI` is set to a text other than `false`: no prompts, and no file outside of the repository is written. */
export function isInCi(env: Environment): boolean {
  return env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false'
}

/** The folder of this user for files of planogram outside of every catalogue. */
export function configFolder(env: Environment): string {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '.'
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'planogram')
}
