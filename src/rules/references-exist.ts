import type { DesiredRecord } from '../records/desired.ts'
import { findResource, resources, type ResourceName } from '../resources/registry.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import type { Problem } from '../problems/problem.ts'
import { codeOf, everyRecord, everySellable, spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { knownCodes } from './known-codes.ts'
import type { Rule, RuleContext } from './rule.ts'

const words: Readonly<Record<string, { readonly word: string; readonly map: NonNullable<Problem['lacks']> }>> = {
  Cat: { word: 'category', map: 'categories' },
  UserGroups: { word: 'customer group', map: 'groups' },
  Product: { word: 'product', map: 'products' },
}

/** The fields of each resource that hold the key of another record. */
const references = new Map<ResourceName, { readonly field: string; readonly to: string }[]>(
  resources.map(({ name, fields }) => [
    name,
    Object.entries(fields).flatMap(([field, { refersTo }]) => (refersTo?.[0] === undefined ? [] : [{ field, to: refersTo[0] }])),
  ]),
)

/** `0` as a parent is the top level (platform.md, "CatParent"). */
const topLevel = '0'

/** Every category, group and product that is named exists; a kind of which the catalogue declares nothing is the store's own. */
export const referencesExist: Rule = {
  id: 'references-exist',
  doc: 'Every category, customer group and product that is named is in the catalogue.',
  severity: 'error or warning',
  why: 'A link to nothing is invisible in the shop: the product stands in no category, or nobody may see it (platform.md, "ProdCat", "ProdAccessGroup", "PricingAdvanced"). A kind of which the catalogue declares nothing is the store\'s own and is not checked. In raw `entries` it is a warning, so that a pulled store can be planned.',
  mend: 'Correct the name; "did you mean" shows the nearest one. Or add the record.',
  eachRecord: true,
  check: (context) => foldFindings('references-exist', missing(context)),
}

function* missing(context: RuleContext): Generator<Finding> {
  const { desired, rawGrids } = context
  const known = knownKeys(context)
  for (const record of everyRecord(desired)) {
    for (const { field, to } of references.get(record.resource) ?? []) {
      const value = record.fields[field] ?? ''
      const keys = known.get(to)
      if (!keys || keys.has(value) || isNone(record, value)) continue
      // Raw entries are kept as the store has them (semantics.md 4).
      const isRaw = record.resource === 'PricingAdvanced' && rawGrids.has(record.fields['sku'] ?? '')
      yield { ...finding({ record, field, to }, value, keys), severity: isRaw ? 'warning' : 'error' }
    }
  }
}

function isNone({ resource }: DesiredRecord, value: string): boolean {
  return value === '' || (resource === 'CatParent' && value === topLevel)
}

interface Reference {
  readonly record: DesiredRecord
  readonly field: string
  readonly to: string
}

function finding({ record, field, to }: Reference, value: string, keys: ReadonlySet<string>): Finding {
  const { word, map } = words[to] ?? { word: to, map: 'products' }
  const near = nearestWord(value, keys)
  return {
    subject: subjectOf(record),
    body: `names the ${word} "${value}", which the catalogue does not have`,
    fix: near === undefined ? `Add it under \`${map}\`, or take it out here.` : `Did you mean "${near}"? If not, add it under \`${map}\`.`,
    severity: 'error',
    at: spanOf(record, field),
    lacks: map,
  }
}

/** The first field that tells the row apart is the thing that people know it by. */
function subjectOf({ resource, fields }: DesiredRecord): string {
  return fields[findResource(resource)?.natural[0] ?? ''] ?? resource
}

/** The keys of each kind that the catalogue manages; the rows of a product name no other. */
function knownKeys({ desired, known = knownCodes(desired.roots) }: RuleContext): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, ReadonlySet<string>>(known)
  if (desired.roots.Product) keys.set('Product', new Set(everySellable(desired).map(codeOf)))
  return keys
}
