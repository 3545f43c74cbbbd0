import type { CustomerChange } from '../orders/customers/compare-customers.ts'
import { countOf } from '../source/counts.ts'
import { line, type Line, linesText, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import { shortText } from '../source/short-text.ts'
import type { Theme } from './theme.ts'

/** How the changes of customers are printed. */
export interface CustomersLook {
  readonly theme: Theme
  readonly width: number
  /** The most customers that are listed. */
  readonly most: number
  /** False where the store cannot delete memberships. */
  readonly canLeave: boolean
}

const longestValue = 60

/** What a list changes, a line for each customer, and the counts. No line is wider than `width`. Ends with a newline. */
export function customersText(changes: readonly CustomerChange[], unchanged: number, look: CustomersLook): string {
  const { theme, width, most } = look
  const listed = changes.slice(0, most).flatMap((change) => wrapLine(changeLine(change, look), width, '    '))
  const more =
    changes.length > most ? [line(`... and ${countOf(changes.length - most, 'customer')} more; \`--verbose\` lists them`, 'faint')] : []
  const created = changes.filter(({ action }) => action === 'create').length
  const counts = `${countOf(created, 'customer')} to create, ${changes.length - created} to update, ${unchanged} unchanged`
  return linesText([...listed, ...more, line(counts, 'strong')], theme, width)
}

function changeLine({ username, action, fields, joins, leaves }: CustomerChange, { canLeave }: CustomersLook): Line {
  const isNew = action === 'create'
  const parts = [
    ...fields.map(({ name, before, after }) =>
      isNew ? `${name} ${shown(after)}` : `${name} ${shown(before ?? '')} \u2192 ${shown(after)}`,
    ),
    ...joins.map((group) => `joins ${sanitizeLine(group)}`),
    ...leaves.map(({ group }) => `${canLeave ? 'leaves' : 'cannot leave'} ${sanitizeLine(group)}`),
  ]
  return [
    span(isNew ? '+ ' : '~ ', isNew ? 'added' : 'changed'),
    span(sanitizeLine(username), 'strong'),
    span(parts.length === 0 ? '' : `  ${parts.join(', ')}`),
  ]
}

function shown(value: string): string {
  return value === '' ? '""' : sanitizeLine(shortText(value, longestValue))
}
