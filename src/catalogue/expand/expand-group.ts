import type { DesiredRecord } from '../../records/desired.ts'
import type { Definition } from '../../documents/define-entry.ts'
import type { GroupDocument } from '../../documents/group-document.ts'
import { at, keySpanOf } from '../../yaml/source-node.ts'
import { finish, setField, setOwn, startDraft } from './draft.ts'
import { type Expansion, report, textOf } from './expansion.ts'

/** The UserGroups record of one entry of `groups:`. */
export function expandGroup(expansion: Expansion, { key, value, located }: Definition<GroupDocument>): DesiredRecord {
  if (key === 'default') {
    report(expansion, {
      rule: 'reserved-code',
      at: keySpanOf(located),
      message: '"default" means no group in price grids, so a group cannot have this code',
      fix: 'Give the group another code.',
    })
  }
  const draft = startDraft('UserGroups', { code: key }, keySpanOf(located))
  for (const field of ['title', 'subscribable'] as const) setOwn(draft, field, { value, located })
  setField(draft, 'parent_code', { text: value.parent, parent: located, key: 'parent' })
  for (const field of ['description', 'subscribe_text'] as const) {
    const long = value[field]
    const text = long === undefined ? undefined : textOf(expansion, long, at(located, field))
    setField(draft, field, { text, parent: located, key: field })
  }
  return finish(draft)
}
