import { OperationalError } from '../../errors.ts'
import type { InitOptions } from './init-usage.ts'
import type { Answers } from './answers.ts'

/**
 * The answers that the flags give, with defaults for all others. `own`: what npm can install to get the program that runs, or `null`. Throws
 * `wrong-usage` for flags that do not belong together.
 */
export function answersOfFlags(options: InitOptions, own: string | null): Answers {
  const { storeUrl, vscode, workflow } = options
  const store = storeUrl === undefined ? withoutStore(options) : storeOfFlags(storeUrl, options)
  return { store, example: options.example ?? store === null, workflow, package: options.package ?? own, vscode }
}

/** True where a flag answers a question, so that none is asked. */
export function hasFlags({ storeUrl, filesUrl, site, name, example, workflow, package: spec, vscode, yes }: InitOptions): boolean {
  return !workflow || vscode || yes || [storeUrl, filesUrl, site, name, example, spec].some((flag) => flag !== undefined)
}

function storeOfFlags(storeUrl: string, { filesUrl, site, name = 'production' }: InitOptions): NonNullable<Answers['store']> {
  if ((filesUrl === undefined) !== (site === undefined)) {
    throw new OperationalError('wrong-usage', '`--files-url` and `--site` belong together: pictures are at <files-url>/<site>/.', {
      fix: 'Give both, or omit both for a catalogue without pictures.',
    })
  }
  return { name, baseUrl: withoutSlash(storeUrl), filesUrl: filesUrl === undefined ? null : withoutSlash(filesUrl), site: site ?? null }
}

function withoutStore({ filesUrl, site, name }: InitOptions): null {
  if (filesUrl === undefined && site === undefined && name === undefined) return null
  throw new OperationalError('wrong-usage', '`--files-url`, `--site` and `--name` need `--store-url`.', {
    fix: 'Give the address of the store with `--store-url`.',
  })
}

/** An address as the config has it: without a slash at its end. */
export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}
