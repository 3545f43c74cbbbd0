import { join } from 'node:path'
import type { ReviewPrograms } from '../review/review-requests.ts'
import { openBrowser } from './open-browser.ts'
import { openEditor } from './open-editor.ts'
import { addressOf } from '../records/address.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { plannedRoots } from '../resources/registry.ts'
import type { Surroundings } from './surroundings.ts'

/** The programs of this machine for a review of a plan of the catalogue in `root`. */
export function reviewPrograms(
  root: string,
  { env, suspend }: Pick<Surroundings, 'env' | 'suspend'>,
  slugOf: ReviewPrograms['slugOf'] = () => undefined,
): ReviewPrograms {
  return {
    edit: ({ file, line }) => openEditor(join(root, file), line, env),
    browse: (address) => openBrowser(address, env),
    slugOf,
    ...(suspend && { suspend }),
  }
}

/** The slugs that a catalogue declares, by the address of the root record; read when the first is asked for. */
export function slugsOf({ roots }: DesiredSources): ReviewPrograms['slugOf'] {
  let known: ReadonlyMap<string, string> | undefined
  return (address) => {
    known ??= new Map(plannedRoots.flatMap((resource) => [...(roots[resource] ?? [])].flatMap(slugOfRecord)))
    return known.get(address)
  }
}

function slugOfRecord({ resource, fields }: DesiredRecord): [string, string][] {
  const { slug } = fields
  return slug === undefined ? [] : [[addressOf(resource, fields), slug]]
}
