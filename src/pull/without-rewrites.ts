import type { DiffContext } from '../diff/diff-context.ts'
import { diffRoot } from '../diff/diff-root.ts'
import type { BaseRecords } from '../records/base-record.ts'
import type { BothSides } from './differences.ts'
import type { ChangedRecord } from './edit-existing.ts'
import { recordSections } from './live-records.ts'
import { partsOfChange } from './unit.ts'

interface Compared {
  readonly sides: BothSides
  /** What was last applied. */
  readonly base: BaseRecords
  readonly context: DiffContext
}

/**
 * The parts that differ from the store, without those in which it only rounded what was sent to it, as a plan sees it (docs/base.md): the
 * document keeps the exact value.
 */
export async function withoutRewrites(
  changed: readonly ChangedRecord[],
  { sides, base, context }: Compared,
): Promise<readonly ChangedRecord[]> {
  const found: ChangedRecord[] = []
  for (const record of changed) {
    const { section, key, parts } = record
    const known = base.has(recordSections[section], key) ? await base.get(recordSections[section], key) : undefined
    const [desired, live] = [sides[section].desired.get(key), sides[section].live.get(key)]
    if (!known || !desired || !live) {
      found.push(record)
      continue
    }
    const left = new Set(diffRoot({ desired, live, base: known.record }, context).flatMap((change) => partsOfChange(change, key)))
    const open = parts.filter(({ part }) => left.has(part))
    if (open.length > 0) found.push({ ...record, parts: open })
  }
  return found
}
