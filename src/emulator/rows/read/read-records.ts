import { OperationalError } from '../../../errors.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { parseSpec } from '../../../wire/spec.ts'
import type { RowContext } from '../row-context.ts'
import { readTrees, treesByKey } from './read-trees.ts'

/**
 * The records of a specification as they are stored, without a request: in the order of their keys, or those with the given keys, in that
 * order. Fails with `wrong-usage` if the specification is invalid.
 */
export function readRecords(context: RowContext, spec: string, keys?: readonly string[]): readonly RecordTree[] {
  const parsed = parseSpec(spec)
  if ('fault' in parsed)
    throw new OperationalError(
      'wrong-usage',
      `${JSON.stringify(spec.slice(0, 80))} is not a specification: ${parsed.name.slice(0, 40)} is invalid.`,
      {
        fix: 'Use resources that belong together, such as Product+PricingAdvanced+(Variants+PricingAdvanced).',
      },
    )
  return keys === undefined
    ? readTrees(context, spec, { where: '1', parameters: [], limit: -1, offset: 0 })
    : treesByKey(context, spec, keys)
}
