import { isAbsolute, join } from 'node:path'

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** True where `CI` is set to a text other than `false`: no prompts, and no file outside of the repository is written. */
export function isInCi(env: Environment): boolean {
  return env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false'
}

/**
 * The folder of this user for files of planogram outside of every catalogue; `null` where the environment names neither it nor a home: a
 * service or a container can have none, and the current folder can be a repository.
 */
export function configFolder(env: Environment): string | null {
  const [config] = [env['XDG_CONFIG_HOME'], inHome(env['HOME']), inHome(env['USERPROFILE'])].filter((path) => path && isAbsolute(path))
  return config === undefined ? null : join(config, 'planogram')
}

function inHome(home: string | undefined): string | undefined {
  return home === undefined ? undefined : join(home, '.config')
}
