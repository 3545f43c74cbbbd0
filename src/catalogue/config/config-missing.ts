import { statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { OperationalError } from '../../errors.ts'

/** The error for a folder without a config, which is a path from it. Where a folder above has one, that catalogue was probably meant. */
export function configMissing(root: string, config: string): OperationalError {
  const file = resolve(root, config)
  return new OperationalError('config-missing', `There is no ${basename(file)} in ${dirname(file)}.`, { fix: adviceFor(root, file) })
}

function adviceFor(root: string, file: string): string {
  const path = relative(root, file)
  if (dirname(path) !== '.') return `Give \`--config\` a file that exists; its path starts in the folder of the catalogue, ${root}.`
  const alike = otherEnding(path)
  if (isFile(join(root, alike))) return `Rename ${alike}, or name it with \`--config ${alike}\`.`
  const above = catalogueAbove(root, path)
  return above === undefined
    ? 'Run the command in the folder of your catalogue, name it with --chdir, or start one with `planogram init`.'
    : `The catalogue is in ${above}: run the command there, or with \`--chdir ${relative(root, above)}\`.`
}

function catalogueAbove(root: string, name: string): string | undefined {
  for (let at = root; dirname(at) !== at; at = dirname(at)) {
    if (isFile(join(dirname(at), name))) return dirname(at)
  }
  return undefined
}

/** The same name with the other ending of YAML files. */
function otherEnding(path: string): string {
  return path.endsWith('.yaml') ? path.replace(/yaml$/, 'yml') : path.replace(/yml$/, 'yaml')
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
