import { statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { OperationalError } from '../../errors.ts'

/** The error for a folder without a config. Where a folder above has one, that catalogue was probably meant. */
export function configMissing(root: string, name: string): OperationalError {
  const above = catalogueAbove(root, name)
  const fix =
    above === undefined
      ? 'Run the command in the folder of your catalogue, name it with --chdir, or start one with `planogram init`.'
      : `The catalogue is in ${above}: run the command there, or with \`--chdir ${relative(root, above)}\`.`
  return new OperationalError('config-missing', `There is no ${name} in ${root}.`, { fix })
}

function catalogueAbove(root: string, name: string): string | undefined {
  for (let at = root; dirname(at) !== at; at = dirname(at)) {
    if (statSync(join(dirname(at), name), { throwIfNoEntry: false })?.isFile() === true) return dirname(at)
  }
  return undefined
}
