import type { Statements } from './statements.ts'

function nextOf(statements: Statements, name: string): number {
  const sql = 'INSERT INTO _counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value'
  return Number(statements.cell(sql, [name]))
}

function atLeast(statements: Statements, name: string, value: number): void {
  statements.run('INSERT INTO _counter VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)', [name, value])
}

/**
 * The key that the store assigns to a new row: the next number of the resource, never reused; for an order line
 * `<order_number>-<increment>` (platform.md, "Orderline").
 */
export function assignKey(statements: Statements, resource: string, orderNumber: string | undefined): string {
  if (resource !== 'Orderlines') return String(nextOf(statements, resource))
  const order = orderNumber ?? ''
  return `${order}-${nextOf(statements, `Orderlines ${order}`)}`
}

/** Records a key that a row was written with, so that it is never assigned. */
export function reserveKey(statements: Statements, resource: string, key: string): void {
  const [, order, digits = ''] = /^(?:(.*)-)?(\d{1,15})$/s.exec(key) ?? []
  if (digits === '') return
  if (resource === 'Orderlines') atLeast(statements, `Orderlines ${order ?? ''}`, Number(digits))
  else if (order === undefined) atLeast(statements, resource, Number(digits))
}
