import { createHash } from 'node:crypto'

/**
 * What distinguishes a catalogue from the others of its repository, in the name of its workflow, in its refs and concurrency groups: `''` at
 * the root of the repository, else its folder. A folder that a ref could not be named after is replaced by letters, digits and a digest.
 */
export function workflowScope(folder: string): string {
  if (folder === '' || /^[\w-]+(\/[\w-]+)*$/.test(folder)) return folder
  return `${folder.replaceAll(/[^\w-]+/g, '-')}-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`
}

/** The file of the workflow of a catalogue below the root of its repository: each catalogue has its own. */
export function workflowFile(folder: string): string {
  const scope = workflowScope(folder)
  return `.github/workflows/planogram${scope === '' ? '' : `.${scope.replaceAll('/', '.')}`}.yml`
}
