import { invariant } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { openSpill, type Spill } from './spill.ts'
import type { StoredBytes } from './stored-bytes.ts'

/**
 * Records of which only the fields stay in memory: what hangs on them is put aside and read when it is asked for, so that many
 * can be gone through in little memory. They are to be used until the disposal.
 */
export interface PutAside extends Disposable {
  /** The same record, live from a store. */
  live(record: RecordTree): RecordTree
  /** The same record, desired by a catalogue. */
  desired(record: DesiredRecord): DesiredRecord
}

/** Nothing put aside yet. What will be goes to a file without a name in `folder`, or stays in memory where none can be made. */
export function openPutAside(folder: string): PutAside {
  const spill = openSpill(folder)
  const live = openParts(spill, isOfLive)
  const desired = openParts(spill, isOfDesired)
  return {
    live: ({ resource, fields, children }) => {
      const read = live({ children })
      return {
        resource,
        fields: copied(fields),
        get children() {
          return read().children
        },
      }
    },
    desired: ({ resource, fields, source, onCreate, children, spans }) => {
      const read = desired({ children, spans })
      return {
        resource,
        fields: copied(fields),
        source,
        ...(onCreate && { onCreate }),
        get children() {
          return read().children
        },
        get spans() {
          return read().spans
        },
      }
    },
    [Symbol.dispose]: () => spill.close(),
  }
}

/** A way to put parts aside and get them back. The last one that was read is held, since it is asked for many times in a row. */
function openParts<T>(spill: Spill, isPart: (value: unknown) => value is T): (part: T) => () => T {
  let last: { readonly stored: StoredBytes; readonly part: T } | undefined
  return (given) => {
    const stored = spill.append(Buffer.from(JSON.stringify(given)))
    return () => {
      if (last?.stored === stored) return last.part
      const part: unknown = JSON.parse(stored.slice(0, stored.length).toString())
      invariant(isPart(part), 'what was put aside came back as something else')
      last = { stored, part }
      return part
    }
  }
}

function isOfLive(value: unknown): value is Pick<RecordTree, 'children'> {
  return typeof value === 'object' && value !== null && 'children' in value
}

function isOfDesired(value: unknown): value is Pick<DesiredRecord, 'children' | 'spans'> {
  return isOfLive(value) && 'spans' in value
}

/** Without the text of the whole answer or document, of which a value may be a part that keeps it in memory. */
function copied(fields: RecordTree['fields']): RecordTree['fields'] {
  const copies = Object.entries(fields).map(([name, value]) => [name, Buffer.from(value, 'utf16le').toString('utf16le')] as const)
  return Object.fromEntries(copies)
}
