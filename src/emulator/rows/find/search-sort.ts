import type { Field } from '../../../resources/field.ts'
import type { ResourceName } from '../../../resources/registry.ts'
import type { Resource } from '../../../resources/resource.ts'
import { searchFieldOf, type SearchOperand } from '../../../wire/search-tree.ts'
import type { Switches } from '../../assumptions/switches.ts'
import { invalidFields } from '../../http/store-fault.ts'

/** How the two sides of a comparison are compared. */
export type SearchSort = 'text' | 'number' | 'date'

/** What the SQL of an expression depends on. */
export interface Searched {
  readonly resource: Resource & { readonly name: ResourceName }
  readonly now: Date
  readonly switches: Switches
}

/** The declaration of a field; `meta_*` fields and `undefined` are text. */
export function searchedField(resource: Resource, name: string | undefined): Field {
  const declared = name !== undefined && Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  return declared ?? { kind: 'text', doc: '' }
}

function sortOfField(name: string, { resource, switches }: Searched): SearchSort {
  const { kind } = searchedField(resource, name)
  switch (kind) {
    case 'flag':
    case 'integer':
    case 'decimal':
      return 'number'
    case 'timestamp':
      return switches.dateFields === 'declared' || resource.name === 'Order' ? 'date' : 'text'
    case 'text':
    case 'choice':
    case 'file':
      return 'text'
    default:
      return kind satisfies never
  }
}

function sortOf(operand: SearchOperand, searched: Searched): SearchSort {
  switch (operand.kind) {
    case 'now':
      return 'date'
    case 'part':
      return 'number'
    case 'field':
      return sortOfField(operand.name, searched)
    case 'text':
    case 'number':
      return operand.kind
    default:
      return operand satisfies never
  }
}

/** The name of a field that is used with INTERVAL or a date function although it is not a date. */
function undated(operand: SearchOperand, searched: Searched): readonly string[] {
  const dated = operand.kind === 'part' || (operand.kind === 'field' && operand.shifts.length > 0)
  return dated && sortOfField(operand.name, searched) !== 'date' ? [operand.name] : []
}

/**
 * If one side is a number, numbers are compared (assumptions.md R27); if one is a date, dates are. A date and a number cannot be
 * compared, and NOW and INTERVAL need date fields (R23): 406.
 */
export function comparedAs(sides: readonly SearchOperand[], searched: Searched): SearchSort {
  const strays = sides.flatMap((side) => undated(side, searched))
  if (strays.length > 0) throw invalidFields(strays).because('R23')
  const sorts = sides.map((side) => sortOf(side, searched))
  const timed = sides.some(({ kind }) => kind === 'now') && sorts.some((sort) => sort !== 'date')
  if (timed || (sorts.includes('date') && sorts.includes('number')))
    throw invalidFields(sides.map(searchFieldOf).filter((name) => name !== undefined)).because('R23')
  return sorts.find((sort) => sort !== 'text') ?? 'text'
}
