import type { RecordChange } from '../diff/change.ts'
import { markOf } from './root-summary.ts'
import type { RootView } from './view/root-view.ts'
import { sanitizeLine } from './sanitize.ts'
import type { MatrixCell, VariantMatrix } from './variant-cells.ts'

/** A variant that a plan changes, and the values of its options that the plan contains, by the name of the option. */
interface KnownVariant {
  readonly cell: MatrixCell
  readonly values: ReadonlyMap<string, string>
}

/**
 * The variants of a product that a plan creates, changes or removes, by the values of their first two options; further options are part
 * of the name of a row. `undefined` where fewer than two variants change or the plan contains no options of them.
 */
export function variantMatrix(root: RootView): VariantMatrix | undefined {
  const variants = knownVariants(root)
  const options = [...new Set(variants.flatMap(({ values }) => [...values.keys()]))]
  if (variants.length < 2 || options.length === 0) return undefined
  // With one option the values are rows of a single column.
  const [across = '', ...down] = options.length === 1 ? ['', ...options] : options
  const isWhole = ({ values }: KnownVariant): boolean => options.every((option) => values.has(option))
  const rowOf = ({ values }: KnownVariant): string => down.map((option) => values.get(option) ?? '').join(' \u00B7 ')
  const whole = variants.filter(isWhole)
  const columns = [...new Set(whole.map(({ values }) => values.get(across) ?? ''))]
  const rows = [...Map.groupBy(whole, rowOf)].map(([name, members]) => {
    const byColumn = new Map(members.map(({ cell, values }) => [values.get(across) ?? '', cell]))
    return { name, cells: columns.map((column) => byColumn.get(column) ?? null) }
  })
  const shown = new Set(rows.flatMap(({ cells }) => cells))
  const others = variants.map(({ cell }) => cell).filter((cell) => !shown.has(cell))
  return { across, down: down.join(' \u00B7 '), columns, rows, others }
}

function knownVariants({ below }: RootView): readonly KnownVariant[] {
  const signs = new Map<string, string>()
  const values = new Map<string, Map<string, string>>()
  for (const { change } of below) {
    if (change.kind !== 'record') continue
    if (change.resource === 'Variants') signs.set(sanitizeLine(change.key['code'] ?? ''), markOf(change.action).text)
    if (change.resource !== 'VariantOptions') continue
    const { code, option, value } = optionOf(change)
    values.set(code, (values.get(code) ?? new Map<string, string>()).set(option, value))
  }
  return [...new Set([...signs.keys(), ...values.keys()])].map((code) => ({
    cell: { code, sign: signs.get(code) ?? '~' },
    values: values.get(code) ?? new Map<string, string>(),
  }))
}

/** The option that a variant has, has afterwards, or had. */
function optionOf({ key, fields }: RecordChange): { readonly code: string; readonly option: string; readonly value: string } {
  const [code, option] = [sanitizeLine(key['variant_code'] ?? ''), sanitizeLine(key['o_group'] ?? '')]
  const changed = fields.find(({ field }) => field === 'o_value')
  return { code, option, value: sanitizeLine(changed?.after ?? changed?.before ?? key['o_value'] ?? '') }
}
