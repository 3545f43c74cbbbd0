import type { DesiredRecord } from '../records/desired.ts'
import type { SourceSpan } from '../source/source.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { spanOf } from './every-record.ts'
import type { CodeUse } from './code-index.ts'
import { foldedCode } from '../records/folded-code.ts'
import { repeats } from './repeats.ts'
import type { Rule } from './rule.ts'

/** No two keys differ only in case or in leading or trailing spaces: a store may treat them as equal (semantics.md 9; assumptions.md W32). */
export const keysDifferOnlyByCase: Rule = {
  id: 'keys-differ-only-by-case',
  topic: 'codes',
  doc: 'No two codes of one kind differ only in case or in leading or trailing spaces.',
  severity: 'error',
  why: 'Many databases treat such keys as equal, so that one record would overwrite the other. platform.md does not show which kind the store uses, or whether it removes the spaces (assumptions.md W32, W36).',
  fix: 'Rename one of the two.',
  check: ({ desired, facts }) => [
    ...lookAlikes('categories', (desired.roots.Cat ?? []).map(keyOf)),
    ...lookAlikes('customer groups', (desired.roots.UserGroups ?? []).map(keyOf)),
    ...[...facts.codes.alike()].flatMap((uses) =>
      nameSpaces.flatMap(({ kind, of }) =>
        lookAlikes(
          kind,
          uses.filter(({ resource }) => of.includes(resource)),
        ),
      ),
    ),
  ],
}

/** Skus and variant codes are one name space. */
const nameSpaces: readonly { readonly kind: string; readonly of: readonly CodeUse['resource'][] }[] = [
  { kind: 'products or variants', of: ['Product', 'Variants'] },
  { kind: 'option codes', of: ['Options'] },
  { kind: 'extra image codes', of: ['ExtraImages'] },
]

interface Key {
  readonly code: string
  readonly at: SourceSpan
}

function keyOf(record: DesiredRecord): Key {
  return { code: record.fields['code'] ?? '', at: spanOf(record, 'code') }
}

function lookAlikes(kind: string, keys: readonly Key[]): Problem[] {
  return repeats(keys, ({ code }) => foldedCode(code))
    .filter(([{ code }, first]) => code !== first.code)
    .map(([{ code, at }, first]) =>
      makeProblem({
        rule: 'keys-differ-only-by-case',
        message: `the ${kind} "${first.code}" and "${code}" differ only in case or in leading or trailing spaces`,
        fix: 'Rename one of them: a store may treat both as the same.',
        at,
        related: { message: 'the other one', at: first.at },
      }),
    )
}
