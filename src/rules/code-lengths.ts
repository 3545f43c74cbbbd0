import type { DesiredRecord } from '../records/desired.ts'
import { resources, type ResourceName } from '../resources/registry.ts'
import { charactersOf } from '../resources/scalar.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { recordsByResource, spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

interface Limit {
  readonly resource: ResourceName
  readonly field: string
  readonly max: number
}

/** Of all fields of all resources. */
const limits = resources.flatMap(({ name, fields }) =>
  Object.entries(fields).flatMap(([field, declared]): Limit[] =>
    declared.kind === 'text' && declared.maxLength !== undefined ? [{ resource: name, field, max: declared.maxLength }] : [],
  ),
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
    const records = recordsByResource(desired)
    for (const limit of limits) {
      for (const record of records.get(limit.resource) ?? []) {
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
    makeProblem({
      rule: 'code-lengths',
      message: `${record.resource} ${field} "${value}" has ${length} characters; the maximum is ${max}`,
      fix: `Shorten it by ${length - max} ${length - max === 1 ? 'character' : 'characters'}.`,
      at: spanOf(record, field),
    }),
  ]
}
