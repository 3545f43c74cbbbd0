import type { DesiredRecord } from '../records/desired.ts'
import { resources, type ResourceName } from '../resources/registry.ts'
import { charactersOf } from '../resources/scalar.ts'
import type { Problem } from '../problems/problem.ts'
import { everyRecord, spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

interface Limit {
  readonly field: string
  readonly max: number
}

/** By resource; most have none. */
const limits = new Map<ResourceName, readonly Limit[]>(
  resources.flatMap(({ name, fields }) => {
    const limited = Object.entries(fields).flatMap(([field, declared]) =>
      declared.kind === 'text' && declared.maxLength !== undefined ? [{ field, max: declared.maxLength }] : [],
    )
    return limited.length === 0 ? [] : [[name, limited] as const]
  }),
)

/** No text is longer than the limit of its field, in characters (platform.md, "Limits"). */
export const codeLengths: Rule = {
  id: 'code-lengths',
  topic: 'codes',
  doc: 'No code is longer than the store allows: ExtraImages 25, Options 64, categories 64 characters.',
  severity: 'error',
  why: 'platform.md, "Limits": "ExtraImages.code length: at most 25 characters", "Options.code length: at most 64 characters", "Cat.code length: at most 64 characters".',
  fix: 'Shorten the code by the number of characters that the problem names.',
  eachRecord: true,
  check: ({ desired }) => {
    const problems: Problem[] = []
    let last: { readonly resource: ResourceName; readonly limited: readonly Limit[] } | undefined
    for (const record of everyRecord(desired)) {
      if (last?.resource !== record.resource) last = { resource: record.resource, limited: limits.get(record.resource) ?? [] }
      for (const limit of last.limited) {
        // In UTF-16 units no text is shorter than in characters.
        if ((record.fields[limit.field]?.length ?? 0) > limit.max) problems.push(...tooLongField(record, limit))
      }
    }
    return problems
  },
}

function tooLongField(record: DesiredRecord, { field, max }: Limit): Problem[] {
  const value = record.fields[field] ?? ''
  const length = charactersOf(value)
  if (length <= max) return []
  return [
    {
      rule: 'code-lengths',
      severity: 'error',
      message: `${record.resource} ${field} "${value}" has ${length} characters; the maximum is ${max}`,
      fix: `Shorten it by ${length - max} ${length - max === 1 ? 'character' : 'characters'}.`,
      at: spanOf(record, field),
      related: null,
    },
  ]
}
