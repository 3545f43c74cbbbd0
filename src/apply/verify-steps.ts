import { childNames } from '../records/child-names.ts'
import { keyNames } from '../records/row-identity.ts'
import type { Scope } from '../records/scope.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, resourceOf, type ResourceName } from '../resources/registry.ts'
import { sameValue } from '../resources/scalar.ts'
import type { Fields } from '../resources/resource.ts'
import type { StoreClient } from '../store/store-client.ts'
import { compareRows } from './compare-rows.ts'
import { type Expected, type ExpectedGrid, expectedAfter, type PlanIndex } from './expected-rows.ts'
import { folderOf } from '../live/present-files.ts'

/** What reading back needs. */
export interface VerifyContext {
  readonly index: PlanIndex
  readonly store: StoreClient
  readonly sleep: (milliseconds: number) => Promise<void>
  /** The bytes of a picture by `from` and `sha256` of its step. */
  readonly readPicture: (from: string, sha256: string) => Promise<Uint8Array>
}

/** Waits before the second and the third look: a store may show a write a moment later (assumptions.md W38). */
const pausesMs = [500, 2_000] as const

/**
 * Reads back what the named steps wrote and compares. Resolves to the differences, one sentence each; empty means that
 * everything arrived. The store is read up to three times, with a growing wait, until there is no difference.
 */
export async function verifySteps(ids: readonly string[], context: VerifyContext): Promise<readonly string[]> {
  const expected = expectedAfter(context.index, ids)
  let problems = await lookOnce(expected, context)
  for (const pause of pausesMs) {
    if (problems.length === 0) break
    await context.sleep(pause)
    problems = await lookOnce(expected, context)
  }
  return problems
}

async function lookOnce(expected: Expected, context: VerifyContext): Promise<string[]> {
  const looks = [
    ...[...expected.records].map(([resource, rows]) => lookAtRecords(resource, rows, context)),
    lookAtGrids(expected.grids, context),
    ...expected.gone.map(({ resource, where }) => lookForGone(resource, where, context)),
    lookAtFiles(expected.files, context),
  ]
  return (await Promise.all(looks)).flat()
}

async function lookAtRecords(resource: ResourceName, sent: readonly RecordTree[], { index, store }: VerifyContext): Promise<string[]> {
  const [by = ''] = resourceOf(resource).natural
  const values = sent.map(({ fields }) => fields[by] ?? '')
  const stored = await rowsOf(store.readWhere(scopeOfTrees(resource, sent), by, values))
  return compareRows({ resource, sent, stored, exact: false }, index.capabilities)
}

async function lookAtGrids(grids: ReadonlyMap<string, ExpectedGrid>, { index, store }: VerifyContext): Promise<string[]> {
  if (grids.size === 0) return []
  const scope: Scope = { resource: 'PricingAdvanced', fields: Object.keys(resourceOf('PricingAdvanced').fields), children: [] }
  const rows = await rowsOf(store.readWhere(scope, 'sku', [...grids.keys()]))
  const bySku = Map.groupBy(rows, ({ fields }) => fields['sku'] ?? '')
  return [...grids].flatMap(([sku, { rows: sent, exact }]) =>
    compareRows({ resource: 'PricingAdvanced', sent, stored: bySku.get(sku) ?? [], exact }, index.capabilities),
  )
}

async function lookForGone(resource: ResourceName, where: Fields, { store }: VerifyContext): Promise<string[]> {
  const [first] = Object.entries(where)
  if (!first) return []
  const scope: Scope = { resource, fields: [...new Set([...Object.keys(where), ...keyNames(resource)])], children: [] }
  const rows = await rowsOf(store.readWhere(scope, first[0], [first[1]]))
  const left = rows.filter(({ fields }) =>
    Object.entries(where).every(([name, value]) => sameValue(fieldOf(resource, name), fields[name], value)),
  )
  return left.length === 0 ? [] : [`the ${resource} row of ${Object.values(where).join(' / ')} was deleted and is still in the store`]
}

async function lookAtFiles(files: Expected['files'], { store, readPicture }: VerifyContext): Promise<string[]> {
  if (files.length === 0 || !store.files) return []
  const { files: area } = store
  const folders = [...new Set(files.map(({ path }) => folderOf(path)))]
  const listed = (await Promise.all(folders.map((folder) => area.list(folder)))).flat()
  const sizes = new Map(listed.map(({ path, size }) => [path, size]))
  const looks = files.map(async ({ path, from, sha256, size: known }) => {
    const found = sizes.get(path)
    const size = known ?? (await readPicture(from, sha256)).length
    if (found === size) return []
    return [
      found === undefined
        ? `the file ${path} is missing in the store`
        : `the file ${path} has ${found} bytes in the store instead of ${size}`,
    ]
  })
  return (await Promise.all(looks)).flat()
}

/** What to read so that everything in these trees can be compared. */
function scopeOfTrees(resource: ResourceName, trees: readonly RecordTree[]): Scope {
  const fields = new Set([...keyNames(resource), ...trees.flatMap((tree) => Object.keys(tree.fields))])
  const children = new Set(trees.flatMap((tree) => childNames(tree.children)))
  return {
    resource,
    fields: [...fields],
    children: [...children].map((name) =>
      scopeOfTrees(
        name,
        trees.flatMap((tree) => tree.children[name] ?? []),
      ),
    ),
  }
}

async function rowsOf(records: AsyncIterable<RecordTree>): Promise<RecordTree[]> {
  const rows: RecordTree[] = []
  for await (const record of records) rows.push(record)
  return rows
}
