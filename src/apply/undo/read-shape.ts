import type { ChangeRoot, RootedChange } from '../../diff/change.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { resourceOf } from '../../resources/registry.ts'
import { desiredRow } from './desired-row.ts'
import type { DoneChange } from './done-changes.ts'
import { valuesBefore } from './restore-fields.ts'
import { variantOf } from './variant-of.ts'

/**
 * A record that declares all fields and collections of a root that the undo of a run may write: what is read of the store for it. Its
 * values mean nothing.
 */
export function readShape(root: ChangeRoot, done: readonly DoneChange<RootedChange>[]): DesiredRecord {
  const changes = done.map(({ change }) => change)
  const own = changes.find(({ address }) => address === root.address)
  const { hiddenBy, natural } = resourceOf(root.resource)
  const direct = changes.filter((change) => change !== own && variantOf(change) === null)
  const below = changes.flatMap((change) => {
    const code = variantOf(change)
    return code === null ? [] : [desiredRow('Variants', { code, ...(change.kind === 'grid' && priced) }, rowsOf([change]))]
  })
  const isCreated = own?.kind === 'record' && own.action === 'create'
  const rows = rowsOf(isCreated ? direct.filter((change) => change.kind === 'record' && change.takenRow !== undefined) : direct)
  const fields = {
    ...Object.fromEntries(natural.map((name) => [name, ''])),
    ...(hiddenBy !== undefined && { [hiddenBy]: '' }),
    ...valuesBefore(own?.fields ?? []),
    ...((rows.PricingAdvanced || rows.Options || rows.Merchandising) && priced),
  }
  return desiredRow(root.resource, fields, below.length === 0 ? rows : { ...rows, Variants: [...(rows.Variants ?? []), ...below] })
}

/** The fields that go with a grid, and with what is added to a price or taken off it: guards judge what customers pay. */
const priced = { price: '', advanced_pricing: '' }

function rowsOf(changes: readonly RootedChange[]): DesiredRecord['children'] {
  const rows = changes.map((change) =>
    change.kind === 'grid'
      ? desiredRow('PricingAdvanced', { sku: change.sku })
      : desiredRow(change.resource, { ...change.key, ...valuesBefore(change.fields) }),
  )
  return Object.fromEntries(Map.groupBy(rows, ({ resource }) => resource))
}
