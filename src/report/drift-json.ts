import type { DriftChange } from '../diff/drift-changes.ts'
import type { GridRow } from '../pricing/grid-row.ts'
import type { DriftReport, DriftWritten } from './drift-text.ts'
import { jsonText } from './json-text.ts'

/**
 * Drift as JSON: per change the values as applied and as the store has them; `null` = that side does not have it. `written` is `null`
 * without `--write`. Ends with a newline.
 */
export function driftJson({ store, changes }: DriftReport, written: DriftWritten | null): string {
  const { name, baseUrl } = store
  return `${jsonText({ store: { name, base_url: baseUrl }, changes: changes.map(changeJson), written: writtenJson(written) }, 2)}\n`
}

function changeJson(change: DriftChange): object {
  const fields = change.fields.map(({ field, before, after }) => ({ field, applied: before, store: after }))
  const { address, action, root, source } = change
  const frame = { address, action, root: root.address, source, fields }
  if (change.kind === 'record') return { kind: 'record', resource: change.resource, ...frame }
  const { before, after } = change.grid
  return { kind: 'grid', resource: 'PricingAdvanced', ...frame, entries: { applied: before.map(cellOf), store: after.map(cellOf) } }
}

function cellOf({ group_code, currency_code, start, end, price }: GridRow): object {
  return { group: group_code, currency: currency_code, start, end, price }
}

function writtenJson(written: DriftWritten | null): object | null {
  if (written === null) return null
  const { isDryRun, documents, unwritten, notes } = written
  return { dry_run: isDryRun, documents, unwritten, notes }
}
