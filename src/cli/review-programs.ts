import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DeclaredCategories } from '../review/category-paths.ts'
import type { ReviewPrograms } from '../review/review-requests.ts'
import { openBrowser } from './open-browser.ts'
import { openEditor } from './open-editor.ts'
import { addressOf } from '../records/address.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { recordSource } from '../records/record-source.ts'
import { plannedRoots } from '../resources/registry.ts'
import type { Surroundings } from './surroundings.ts'

/** The programs of this machine for a review of a plan of the catalogue in `root`; `declared`: what the catalogue says, where it was read. */
export function reviewPrograms(
  root: string,
  { env, suspend }: Pick<Surroundings, 'env' | 'suspend'>,
  declared: Pick<ReviewPrograms, 'slugOf' | 'categories'> = {},
): ReviewPrograms {
  return {
    ...declared,
    edit: ({ file, line }) =>
      existsSync(join(root, file))
        ? openEditor(join(root, file), line, env)
        : Promise.resolve(`Name the folder of the catalogue with \`--chdir\`: ${root} has no ${file}.`),
    browse: (address) => openBrowser(address, env),
    ...(suspend && { suspend }),
  }
}

/** What a review asks of the catalogue that its plan was made from. */
export function declaredBy(desired: DesiredSources): Required<Pick<ReviewPrograms, 'slugOf' | 'categories'>> {
  return { slugOf: slugsOf(desired), categories: categoriesOf(desired) }
}

function categoriesOf({ roots }: DesiredSources): DeclaredCategories {
  const [categories, products] = [roots.Cat ?? [], roots.Product ?? []].map(recordSource)
  return {
    find(code) {
      const record = categories?.get(code)
      if (record === undefined) return undefined
      return {
        name: record.fields['name'] ?? '',
        parents: (record.children.CatParent ?? []).map(({ fields }) => fields['parent_code'] ?? '0'),
      }
    },
    of: (sku) => products?.get(sku)?.children.ProdCat?.map(({ fields }) => fields['cat_code'] ?? ''),
  }
}

/** The slugs that a catalogue declares, by the address of the root record; read when the first is asked for. */
function slugsOf({ roots }: DesiredSources): NonNullable<ReviewPrograms['slugOf']> {
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
