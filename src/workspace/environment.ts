import { isAbsolute, join } from 'node:path'

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** True where `CI` is set to a text other than `false`: no prompts, and no file outside of the repository is written. */
export function isInCi(env: Environment): boolean {
  return env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false'
}

/**
 * The folder of this user for files of planogram outside of every catalogue; `null` where the environment names none. A path that is empty or
 * relative is ignored (XDG Base Directory Specification): it would be in the working copy.
 */
export function configFolder(env: Environment): string | null {
  const { XDG_CONFIG_HOME: own = '', HOME: home = '', USERPROFILE: profile = '' } = env
  if (isAbsolute(own)) return join(own, 'planogram')
  const folder = [home, profile].find(isAbsolute)
  return folder === undefined ? null : join(folder, '.config', 'planogram')
}
