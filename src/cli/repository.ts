import { relative, sep } from 'node:path'
import { repositoryRoot } from '../files/repository-root.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * The path of a catalogue from the root of its repository, where code hosts look for a file: from the nearest folder with a `.git`,
 * else from the checkout of GitHub Actions where the catalogue is inside of it, else from where the command runs.
 */
export function folderInRepository(root: string, { cwd, env }: Pick<Surroundings, 'cwd' | 'env'>): string {
  const repository = repositoryRoot(root)
  if (repository !== null) return pathFrom(repository, root)
  const workspace = env['GITHUB_WORKSPACE'] ?? ''
  const fromWorkspace = workspace === '' ? '..' : pathFrom(workspace, root)
  return fromWorkspace.split('/')[0] === '..' ? pathFrom(cwd, root) : fromWorkspace
}

function pathFrom(folder: string, root: string): string {
  return relative(folder, root).split(sep).join('/')
}
