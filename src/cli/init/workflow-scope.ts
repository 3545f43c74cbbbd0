import { hash } from 'node:crypto'

/**
 * What distinguishes a catalogue from the others of its repository, in its refs: `''` at the root of the repository, else its folder. A folder
 * that a ref could not be named after is replaced by letters, digits and a digest.
 */
export function workflowScope(folder: string): string {
  if (folder === '' || /^[\w-]+(\/[\w-]+)*$/.test(folder)) return folder
  return `${folder.replaceAll(/[^\w-]+/g, '-')}-${hash('sha256', folder).slice(0, 8)}`
}

/** The name of the workflow of a catalogue, of its artifacts and its concurrency groups: `planogram`, `planogram.data.shop`. */
export function workflowName(folder: string): string {
  const scope = workflowScope(folder)
  return scope === '' ? 'planogram' : `planogram.${scope.replaceAll('/', '.')}`
}

/** The file of the workflow of a catalogue below the root of its repository: each catalogue has its own. */
export function workflowFile(folder: string): string {
  return `.github/workflows/${workflowName(folder)}.yml`
}
