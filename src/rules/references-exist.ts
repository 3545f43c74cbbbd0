import type { DesiredRecord } from '../records/desired.ts'
import { invisibleIn, visibleKey } from '../records/invisible-character.ts'
import { findResource, resources } from '../resources/registry.ts'
import type { Problem } from '../problems/problem.ts'
import { recordsByResource, spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { type CodeSet, knownCodes } from './known-codes.ts'
import type { Rule, RuleContext } from './rule.ts'

type Named = 'Cat' | 'UserGroups'

const words: Readonly<Record<Named, { readonly word: string; readonly map: NonNullable<Problem['lacks']> }>> = {
  Cat: { word: 'category', map: 'categories' },
  UserGroups: { word: 'customer group', map: 'groups' },
}

/** The fields that hold the code of a category or group. A product is named by its own rows alone. */
const references = resources.flatMap(({ name, fields }) =>
  Object.entries(fields).flatMap(([field, { refersTo }]) => {
    const to = refersTo?.[0]
    return to === 'Cat' || to === 'UserGroups' ? [{ resource: name, field, to } as const] : []
  }),
)

/** `0` as a parent is the top level (platform.md, "CatParent"); a product in it is reported already (`reserved-code`). */
const topLevel = '0'

/** Every category and group that is named exists, where the catalogue declares records of that kind. */
export const referencesExist: Rule = {
  id: 'references-exist',
  topic: 'categories',
  doc: 'Every category and customer group that is named exists in the catalogue.',
  severity: 'error or warning',
  why: 'A broken reference is not visible in the shop: the product is in no category, or no customer may see it (platform.md, "ProdCat", "ProdAccessGroup", "PricingAdvanced"). Where the catalogue declares no record of a kind, that kind belongs to the store and is not checked. In raw `entries` it is a warning, so that a pulled store can be planned.',
  fix: 'Correct the name; the nearest known name is suggested. Or add the record.',
  eachRecord: true,
  check: (context) => foldFindings('references-exist', missing(context)),
}

function missing(context: RuleContext): readonly Finding[] {
  const { desired, known = knownCodes(desired.roots) } = context
  const records = recordsByResource(desired)
  return references.flatMap(({ resource, field, to }) => {
    const codes = known.get(to)
    // Where the catalogue declares no record of that kind, nothing is checked.
    return codes ? unknownIn(records.get(resource) ?? [], { field, to, codes }, context) : []
  })
}

interface Check {
  readonly field: string
  readonly to: Named
  readonly codes: CodeSet
}

function unknownIn(records: readonly DesiredRecord[], { field, to, codes }: Check, { rawGrids }: RuleContext): readonly Finding[] {
  const found: Finding[] = []
  // Rows of a record have mostly the same code.
  let last = ''
  for (const record of records) {
    const value = record.fields[field] ?? ''
    if (value === last || value === '') continue
    if (codes.has(value)) {
      last = value
      continue
    }
    if (to === 'Cat' && value === topLevel) continue
    // Raw entries are a copy of the store's (semantics.md 4).
    const isRaw = record.resource === 'PricingAdvanced' && rawGrids.has(record.fields['sku'] ?? '')
    found.push({ ...finding({ record, field, to }, value, codes), severity: isRaw ? 'warning' : 'error' })
  }
  return found
}

interface Reference {
  readonly record: DesiredRecord
  readonly field: string
  readonly to: Named
}

function finding({ record, field, to }: Reference, value: string, codes: CodeSet): Finding {
  const { word, map } = words[to]
  const near = codes.nearest(value)
  return {
    subject: subjectOf(record),
    body: `names the ${word} "${value}", which is not in the catalogue`,
    fix: fixFor(value, near, map),
    severity: 'error',
    at: spanOf(record, field),
    lacks: map,
  }
}

function fixFor(value: string, near: string | undefined, map: string): string {
  if (near === undefined) return `Add it under \`${map}\`, or remove it here.`
  const odd = invisibleIn(near) ?? invisibleIn(value)
  return odd !== undefined && visibleKey(near) === visibleKey(value)
    ? `One of the two has ${odd}, which cannot be seen: type "${visibleKey(value)}" again, here and under \`${map}\`.`
    : `Did you mean "${near}"? If not, add it under \`${map}\`.`
}

/** The first field of the natural key is the name of the record. */
function subjectOf({ resource, fields }: DesiredRecord): string {
  return fields[findResource(resource)?.natural[0] ?? ''] ?? resource
}
