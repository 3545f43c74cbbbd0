import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { nearestWord } from '../problems/nearest-word.ts'
import { OperationalError } from '../errors.ts'
import { shellWord } from '../report/shell-word.ts'
import type { GlobalOptions } from './global-options.ts'
import type { Surroundings } from './surroundings.ts'

/** The catalogue root that `--chdir` names, as an absolute path. Throws `wrong-usage` where it is not a folder. */
export function catalogueRoot({ chdir, config }: Pick<GlobalOptions, 'chdir' | 'config'>, { cwd }: Pick<Surroundings, 'cwd'>): string {
  const root = resolve(cwd, chdir)
  if (isFolder(root)) return root
  throw new OperationalError('wrong-usage', `\`--chdir\` does not accept \`${chdir}\`: ${root} is not a folder.`, {
    fix: adviceFor(root, { typed: chdir, config, cwd }),
  })
}

/** What to give in place of a folder that does not exist: a catalogue of a similar name, the current folder, or a new catalogue. */
function adviceFor(
  root: string,
  { typed, config, cwd }: { readonly typed: string; readonly config: string; readonly cwd: string },
): string {
  const near = nearestWord(basename(root), cataloguesIn(dirname(root), config))
  if (near !== undefined) return `Did you mean \`${join(dirname(typed), near)}\`?`
  if (existsSync(join(cwd, config))) return `Omit \`--chdir\`: the catalogue is in the current folder, ${cwd}.`
  return `Give the folder with ${config}, or create a catalogue with \`planogram init ${shellWord(typed)}\`.`
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function cataloguesIn(folder: string, config: string): readonly string[] {
  return isFolder(folder) ? readdirSync(folder).filter((name) => existsSync(join(folder, name, config))) : []
}
