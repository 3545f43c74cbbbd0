import { OperationalError } from '../../errors.ts'
import type { GlobalOptions } from '../global-options.ts'
import type { Answers } from './answers.ts'
import { addressFault, nameFault, refuseFault, siteFault } from './check-answers.ts'

/** What the flags say, with the defaults for the rest. Throws `wrong-usage` for what no store can be. */
export function answersOfFlags(options: GlobalOptions): Answers {
  const { storeUrl, vscode, workflow } = options
  const store = storeUrl === undefined ? withoutStore(options) : storeOfFlags(storeUrl, options)
  return { store, example: options.example ?? store === null, workflow: workflow !== false, vscode: vscode === true }
}

/** True where a flag answers a question, so that none is asked. */
export function hasFlags({ storeUrl, filesUrl, site, name, example, workflow, vscode, yes }: GlobalOptions): boolean {
  return workflow === false || [storeUrl, filesUrl, site, name, example, vscode, yes].some((flag) => flag !== undefined)
}

function storeOfFlags(storeUrl: string, { filesUrl, site, name = 'production' }: GlobalOptions): NonNullable<Answers['store']> {
  refuseFault('store-url', addressFault(storeUrl))
  refuseFault('name', nameFault(name))
  if (filesUrl !== undefined) refuseFault('files-url', addressFault(filesUrl))
  if (site !== undefined) refuseFault('site', siteFault(site))
  if ((filesUrl === undefined) !== (site === undefined)) {
    throw new OperationalError('wrong-usage', '--files-url and --site belong together: pictures live at <files-url>/<site>/.', {
      fix: 'Give both, or neither: then pictures cannot be sent.',
    })
  }
  return { name, baseUrl: withoutSlash(storeUrl), filesUrl: filesUrl === undefined ? null : withoutSlash(filesUrl), site: site ?? null }
}

function withoutStore({ filesUrl, site, name }: GlobalOptions): null {
  if (filesUrl === undefined && site === undefined && name === undefined) return null
  throw new OperationalError('wrong-usage', '--files-url, --site and --name say more of a store, and there is none.', {
    fix: 'Give its address with --store-url.',
  })
}

/** Addresses stand in the config without a slash at their end. */
export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}
