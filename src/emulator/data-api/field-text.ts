import type { Field } from '../../resources/field.ts'
import type { Switches } from '../assumptions.ts'

/** How a stored value of this field is written in an answer (assumptions.md W23, W24); write-only fields stay empty. */
export function fieldText(field: Field, stored: string, switches: Switches): string {
  if (field.writeOnly) return ''
  if (field.kind === 'flag' && switches.booleans === 'digits') return digitOf(stored)
  if (field.kind === 'decimal' && switches.numbers === 'two-decimals' && stored !== '') return Number(stored).toFixed(2)
  return stored
}

function digitOf(stored: string): string {
  if (stored === '') return ''
  return stored === 'true' ? '1' : '0'
}
