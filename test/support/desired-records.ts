import type { DiffContext } from '../../src/diff/diff-context.ts'
import type { DesiredRecord } from '../../src/records/desired.ts'
import type { SourceSpan } from '../../src/source/source.ts'
import type { Capabilities } from '../../src/resources/capabilities.ts'
import type { Children, RecordTree } from '../../src/resources/record-tree.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { Fields } from '../../src/resources/resource.ts'

const span: SourceSpan = { file: 'catalogue.yaml', start: 0, end: 1 }

/** The capabilities of the emulator and of the model store. */
export const knownCapabilities: Capabilities = { deletes: 'generic', links: 'upsert', attributes: 'label', batches: 'atomic', files: true }

/** A context that reports the start offset of every span as its line. */
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

/** Records as a read of a store gives them, one by one. */
export async function* stream(records: readonly RecordTree[] = []): AsyncGenerator<RecordTree> {
  yield* records
}
