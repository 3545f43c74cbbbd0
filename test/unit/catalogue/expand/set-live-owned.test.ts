import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { liveOwnedFields, setLiveOwned } from '../../../../src/catalogue/expand/set-live-owned.ts'
import type { DesiredRecord } from '../../../../src/records/desired.ts'
import { resources } from '../../../../src/resources/registry.ts'
import { loadWritten } from '../../../support/written-catalogue.ts'

const example = resolve(import.meta.dirname, '../../../../catalog.example')

/** The documents of the example without its overlays, where no field is live-owned. */
function documentsOfExample(): Record<string, string> {
  const paths = readdirSync(example, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.yaml') && path !== 'planogram.yaml' && !path.startsWith('overlays'),
  )
  const texts = paths.map((path) => [path, readFileSync(join(example, path), 'utf8')])
  return { ...Object.fromEntries(texts), 'planogram.yaml': 'manage: { live_owned: [] }\n' }
}

/** A record and all that belongs to it, also what is written on create only. */
function withRows(record: DesiredRecord): readonly DesiredRecord[] {
  const below = [record.children, record.onCreate?.children ?? {}].flatMap((children) => Object.values(children).flat())
  return [record, ...below.flatMap(withRows)]
}

/** The values of a field in all records of a resource: those that are managed, and those that are written on create only. */
function valuesIn(records: readonly DesiredRecord[], resource: string, field: string): readonly [managed: string[], onCreate: string[]] {
  const own = records.flatMap(withRows).filter((record) => record.resource === resource)
  const managed = own.flatMap(({ fields }) => fields[field] ?? [])
  return [managed, own.flatMap(({ onCreate }) => onCreate?.fields[field] ?? []).toSorted()]
}

test('each field of each resource, as the only live-owned one, moves wherever a record of the example has it, and nothing else does', async () => {
  const { desired } = await loadWritten(documentsOfExample())
  const roots = [...(desired.roots.Product ?? []), ...(desired.roots.Cat ?? []), ...(desired.roots.UserGroups ?? [])]
  const moved = new Set<string>()

  for (const { name, key, natural, fields } of resources) {
    for (const field of Object.keys(fields)) {
      if (field === key || natural.includes(field)) continue
      const set = roots.map((root) => setLiveOwned(root, liveOwnedFields([`${name}.${field}`])))
      const [managed, onCreate] = valuesIn(roots, name, field)
      expect(valuesIn(set, name, field), `${name}.${field}`).toEqual([[], [...managed, ...onCreate].toSorted()])
      const isSame = set.map((root, at) => root === roots[at])
      expect(isSame, `${name}.${field}`).toEqual(roots.map((root) => valuesIn([root], name, field)[0].length === 0))
      if (managed.length > 0) moved.add(name)
    }
  }

  expect(roots.length).toBeGreaterThan(20)
  expect(moved.size).toBeGreaterThan(12)
})

test('fields that identify records are never live-owned', () => {
  const identities = resources.flatMap(({ name, key, natural }) =>
    [...(key === null ? [] : [key]), ...natural].map((field) => `${name}.${field}`),
  )

  expect(identities.length).toBeGreaterThan(20)
  expect([...liveOwnedFields(identities).fields]).toEqual([])
})
