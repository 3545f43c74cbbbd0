import type { Field } from '../../src/resources/field.ts'
import { fieldOf, type ResourceName, resources } from '../../src/resources/registry.ts'
import type { StoreClient } from '../../src/store/store-client.ts'

const dumped: ReadonlySet<ResourceName> = new Set<ResourceName>([
  'UserGroups',
  'Cat',
  'CatParent',
  'Product',
  'ProdCat',
  'ProductAttributes',
  'ProdAccessGroup',
  'Inventory',
  'Merchandising',
  'ExtraImages',
  'Options',
  'PricingAdvanced',
  'Variants',
  'VariantOptions',
  'Webhooks',
])

/** The resources and files of a store, without the ids that it assigns, in a fixed order. `valueOf`: another form of the values. */
export async function storeDump(
  store: StoreClient,
  valueOf: (field: Field, text: string | undefined) => string = (_, text) => text ?? '',
): Promise<readonly string[]> {
  const wanted = resources.filter(({ name }) => dumped.has(name))
  const records = await Promise.all(
    wanted.map(async ({ name, fields }) => {
      const own = Object.keys(fields).filter((field) => fields[field]?.owner !== 'store')
      const rows: string[] = []
      for await (const row of store.readAll({ resource: name, fields: Object.keys(fields), children: [] })) {
        rows.push(`${name} ${JSON.stringify(own.map((field) => valueOf(fieldOf(name, field), row.fields[field])))}`)
      }
      return rows
    }),
  )
  const folders = await Promise.all(
    ['images/items', 'images/thumb', 'images/originals'].map(async (folder) => (await store.files?.list(folder)) ?? []),
  )
  const files = await Promise.all(folders.flat().map(async ({ path }) => `File ${path} ${(await store.files?.hash(path)) ?? ''}`))
  return [...records.flat(), ...files].toSorted()
}
