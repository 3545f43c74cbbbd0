import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OperationalError } from '../errors.ts'
import { type GitEnvironment, runGit } from '../git/run-git.ts'

/**
 * What npm can install elsewhere to get the package in this folder: the commit of a checkout whose remote has it, or the address that npm
 * recorded for it. `null` where neither is known. `env`: the environment in which git is found.
 */
export async function ownPackage(folder: string, env: GitEnvironment): Promise<string | null> {
  return existsSync(join(folder, '.git')) ? pushedCommit(folder, env) : installedFrom(folder)
}

/** The git URL of the commit that is checked out; `null` where no remote branch has it. */
async function pushedCommit(folder: string, env: GitEnvironment): Promise<string | null> {
  const answer = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, output } = await runGit({ folder, env }, args)
    return exitCode === 0 ? output.toString('utf8').trim() : ''
  }
  try {
    const commit = await answer('rev-parse', '--verify', 'HEAD')
    const address = installable(await answer('remote', 'get-url', 'origin'))
    const isPushed = commit !== '' && (await answer('branch', '--remotes', '--contains', commit, '--list', 'origin/*')) !== ''
    return address !== null && isPushed ? `${address}#${commit}` : null
  } catch (error) {
    if (error instanceof OperationalError) return null
    throw error
  }
}

/** The address of a remote without a password as npm takes it: `git@host:path` is `git+ssh://git@host/path`. */
function installable(remote: string): string | null {
  if (/^https:\/\/[^@]+$/.test(remote)) return `git+${remote}`
  const [, host, path] = /^(?:ssh:\/\/)?git@([\w.-]+)[:/](.+)$/.exec(remote) ?? []
  return host === undefined || path === undefined ? null : `git+ssh://git@${host}/${path}`
}

/** The address in the record that npm keeps beside the packages of a project. */
function installedFrom(folder: string): string | null {
  const packages = dirname(folder)
  if (basename(packages) !== 'node_modules') return null
  try {
    const { packages: installed }: { packages?: Record<string, { resolved?: unknown }> } = JSON.parse(
      readFileSync(join(packages, '.package-lock.json'), 'utf8'),
    )
    const resolved = installed?.[`node_modules/${basename(folder)}`]?.resolved
    return typeof resolved === 'string' && !resolved.startsWith('file:') ? resolved : null
  } catch {
    return null
  }
}
