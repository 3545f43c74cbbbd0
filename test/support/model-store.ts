import type { Step } from '../../src/plan/step.ts'
import { identityFields } from '../../src/records/row-identity.ts'
import type { Scope } from '../../src/records/scope.ts'
import type { Capabilities } from '../../src/resources/capabilities.ts'
import type { Field } from '../../src/resources/field.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../../src/resources/registry.ts'
import { relationOf } from '../../src/resources/relations.ts'
import { canonicalValue } from '../../src/resources/scalar.ts'

type Row = Record<string, string>

/** A store as plain tables: the effect of a step of a plan, without the requests. */
export interface ModelStore {
  seed(records: readonly RecordTree[]): void
  /** Adds a row as it is, also one that the store has already. */
  insert(resource: ResourceName, fields: Readonly<Row>): void
  /** Carries out one step completely; a verify throws if the written values are not in the store. */
  perform(step: Step, all: readonly Step[]): void
  /** The root records of a scope with their children; `turn` rotates every list, so that no order is guaranteed. */
  read(scope: Scope, turn?: number): RecordTree[]
  rows(resource: ResourceName): readonly Readonly<Row>[]
  files(): ReadonlyMap<string, { readonly size: number | null; readonly sha256: string }>
  /** Everything except the ids that the store assigned, in a fixed order. */
  dump(): string[]
}

const text: Field = { kind: 'text', doc: '' }

function canonical(resource: ResourceName, name: string, value: string | undefined): string {
  const field = resourceOf(resource).fields[name] ?? text
  return canonicalValue(field, value === undefined || value === '' ? (field.default ?? '') : value)
}

function rotated<T>(rows: readonly T[], turn: number): T[] {
  const at = rows.length === 0 ? 0 : turn % rows.length
  return turn === 0 ? [...rows] : [...rows.slice(at), ...rows.slice(0, at)].toReversed()
}

/** A nested row with the field that links it to its parent. */
function linked(parent: RecordTree, child: RecordTree): RecordTree {
  const relation = relationOf(parent.resource, child.resource)
  if (!relation) throw new Error(`${child.resource} does not hang on ${parent.resource}`)
  return { ...child, fields: { ...child.fields, [relation.childField]: parent.fields[relation.parentField] ?? '' } }
}

function flattened(record: RecordTree): RecordTree[] {
  return [
    record,
    ...Object.values(record.children)
      .flat()
      .flatMap((child) => flattened(linked(record, child))),
  ]
}

/** An empty store with these capabilities. */
export function modelStore(capabilities: Capabilities): ModelStore {
  const tables = new Map<ResourceName, Row[]>()
  const files = new Map<string, { size: number | null; sha256: string }>()
  let ids = 0

  function table(resource: ResourceName): Row[] {
    const known = tables.get(resource)
    if (known) return known
    const fresh: Row[] = []
    tables.set(resource, fresh)
    return fresh
  }

  function sameBy(resource: ResourceName, names: readonly string[], row: Row): (other: Row) => boolean {
    return (other) => names.every((name) => canonical(resource, name, other[name]) === canonical(resource, name, row[name]))
  }

  function write({ resource, fields, children }: RecordTree): void {
    const { key, identity } = resourceOf(resource)
    const rows = table(resource)
    const given = key !== null && (fields[key] ?? '') !== ''
    const names = identity === 'none' ? identityFields(resource, capabilities) : given ? [key] : []
    const found = names.length === 0 ? undefined : rows.find(sameBy(resource, names, { ...fields }))
    if (found) Object.assign(found, fields)
    else if (identity === 'assigned' && given) throw new Error(`${resource} has no ${key} ${fields[key]}`)
    else rows.push({ ...fields, ...(identity === 'assigned' && key !== null ? { [key]: `id-${(ids += 1)}` } : {}) })
    for (const child of Object.values(children).flat()) write(linked({ resource, fields, children }, child))
  }

  function identityNames({ resource }: RecordTree): readonly string[] {
    const { key, identity } = resourceOf(resource)
    return identity === 'own' && key !== null ? [key] : identityFields(resource, capabilities)
  }

  /** The state after these steps: later values replace earlier ones, and no price entry from before a delete is left. */
  function leftBy(steps: readonly Step[]): RecordTree[] {
    const left = new Map<string, RecordTree>()
    for (const step of steps) {
      for (const record of step.kind === 'post' ? step.records.flatMap(flattened) : []) {
        const id = JSON.stringify([
          record.resource,
          ...identityNames(record).map((name) => canonical(record.resource, name, record.fields[name])),
        ])
        left.set(id, { ...record, fields: { ...left.get(id)?.fields, ...record.fields } })
      }
      if (step.kind !== 'delete-prices') continue
      for (const [id, { resource, fields }] of left)
        if (resource === 'PricingAdvanced' && step.skus.includes(fields['sku'] ?? '')) left.delete(id)
    }
    return [...left.values()]
  }

  function check(record: RecordTree): void {
    const { resource, fields } = record
    const found = table(resource).filter(sameBy(resource, identityNames(record), { ...fields }))
    const wanted = Object.entries(fields)
    const same = found.filter((row) =>
      wanted.every(([name, value]) => canonical(resource, name, row[name]) === canonical(resource, name, value)),
    )
    if (same.length === 0) throw new Error(`not there as written: ${resource} ${JSON.stringify(fields)}, but ${JSON.stringify(found)}`)
  }

  function remove(resource: ResourceName, goes: (row: Row) => boolean): void {
    tables.set(
      resource,
      table(resource).filter((row) => !goes(row)),
    )
  }

  function readRow(scope: Scope, row: Row, turn: number): RecordTree {
    const children = scope.children.map((child) => {
      const relation = relationOf(scope.resource, child.resource)
      const rows = table(child.resource).filter((other) => relation && other[relation.childField] === row[relation.parentField])
      return [child.resource, rotated(rows, turn).map((other) => readRow(child, other, turn))]
    })
    const fields = scope.fields.map((name) => [name, row[name] ?? ''])
    return { resource: scope.resource, fields: Object.fromEntries(fields), children: Object.fromEntries(children) }
  }

  return {
    seed: (records) => records.forEach(write),
    insert: (resource, fields) => void table(resource).push({ ...fields }),
    rows: table,
    files: () => files,
    read: (scope, turn = 0) => rotated(table(scope.resource), turn).map((row) => readRow(scope, row, turn)),
    dump: () =>
      [...tables]
        .flatMap(([resource, rows]) => {
          const { fields } = resourceOf(resource)
          const own = (row: Row): [string, string][] =>
            Object.entries(row).filter(
              // A flag that is off is the same as one that was never set (docs/assumptions.md W22).
              ([name, value]) => fields[name]?.owner !== 'store' && canonical(resource, name, value) !== canonical(resource, name, ''),
            )
          return rows.map(
            (row) =>
              `${resource} ${JSON.stringify(
                own(row)
                  .map(([name, value]) => `${name}=${canonical(resource, name, value)}`)
                  .toSorted((a, b) => (a < b ? -1 : 1)),
              )}`,
          )
        })
        .toSorted(),
    perform: (step, all) => {
      switch (step.kind) {
        case 'post':
          return step.records.forEach(write)
        case 'delete-prices':
          return remove('PricingAdvanced', ({ sku }) => step.skus.includes(sku ?? ''))
        case 'delete-entry':
          return remove('PricingAdvanced', ({ sku, uid }) => sku === step.sku && uid === step.uid)
        case 'delete-row':
          return remove(step.resource, sameBy(step.resource, Object.keys(step.where), { ...step.where }))
        case 'put-file':
          files.set(step.path, { size: step.size, sha256: step.sha256 })
          return undefined
        case 'delete-file':
          files.delete(step.path)
          return undefined
        case 'barrier':
          return undefined
        case 'verify':
          return leftBy(all.filter(({ id }) => step.of.includes(id))).forEach(check)
        default:
          return step satisfies never
      }
    },
  }
}
