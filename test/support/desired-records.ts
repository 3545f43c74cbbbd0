import type { DiffContext } from '../../src/diff/diff-context.ts'
import type { DesiredRecord } from '../../src/records/desired.ts'
import type { SourceSpan } from '../../src/source/source.ts'
import type { Capabilities } from '../../src/resources/capabilities.ts'
import type { Children, RecordTree } from '../../src/resources/record-tree.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { Fields } from '../../src/resources/resource.ts'

const span: SourceSpan = { file: 'catalogue.yaml', start: 0, end: 1 }

/** What the emulator and the model of the store do. */
export const knownCapabilities: Capabilities = { deletes: 'generic', links: 'upsert', attributes: 'label', batches: 'atomic', files: true }

/** A context whose every span stands at its start offset, as a line. */
export function diffContext(capabilities: Capabilities = knownCapabilities): DiffContext {
  return { capabilities, locate: ({ file, start }) => ({ file, line: start + 1, column: 1 }) }
}

/** A record of a catalogue, written at `catalogue.yaml:1:1`. */
export function desired(resource: ResourceName, fields: Fields, more: Partial<DesiredRecord> = {}): DesiredRecord {
  return { resource, fields, children: {}, source: span, spans: {}, ...more }
}

/** A record of a store. */
export function live(resource: ResourceName, fields: Fields, children: Children<RecordTree> = {}): RecordTree {
  return { resource, fields, children }
}

/** A desired record as the store would hold it, with what is only written on create. */
export function asStored({ resource, fields, children, onCreate }: DesiredRecord): RecordTree {
  const all = { ...children, ...onCreate?.children }
  return {
    resource,
    fields: { ...fields, ...onCreate?.fields },
    children: Object.fromEntries(Object.entries(all).map(([name, rows]) => [name, rows.map(asStored)])),
  }
}
