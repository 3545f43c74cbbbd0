import { statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { OperationalError } from '../../errors.ts'
import { repositoryRoot } from '../../files/repository-root.ts'
import type { StarterPlace } from './starter-files.ts'

/**
 * The place of a new catalogue in its repository; GitHub reads workflows at the root of a repository only. Throws `wrong-usage`
 * inside of another catalogue, which would read the new documents as its own.
 */
export function placeOf(folder: string): Omit<StarterPlace, 'stores'> {
  const hasCatalogue = isCatalogue(folder)
  const repository = repositoryRoot(folder)
  const around = hasCatalogue ? undefined : catalogueAround(folder, repository)
  if (around !== undefined) {
    throw new OperationalError('wrong-usage', `${folder} is inside the catalogue ${around}, which reads every *.yaml file below it.`, {
      fix: 'Create the new catalogue outside of that folder. For stores that share most of one catalogue, see docs/overlays.md.',
    })
  }
  const fromRepository = relative(repository ?? folder, folder)
    .split(sep)
    .join('/')
  const depth = fromRepository === '' ? 0 : fromRepository.split('/').length
  return { fromRepository, toRepository: '../'.repeat(depth), hasCatalogue }
}

/** The nearest catalogue around the folder, within its repository. */
function catalogueAround(folder: string, repository: string | null): string | undefined {
  for (let at = folder; at !== repository && at !== dirname(at);) {
    at = dirname(at)
    if (isCatalogue(at)) return at
  }
  return undefined
}

function isCatalogue(folder: string): boolean {
  return statSync(join(folder, 'planogram.yaml'), { throwIfNoEntry: false })?.isFile() === true
}
