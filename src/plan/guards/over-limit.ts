import { compareDecimals, multiplyDecimals } from '../../records/decimal.ts'

/** Below so many records a share says nothing. */
const fewestForShare = 10

/** True where a count is above a limit: a number, a percentage of `of`, or `off`. A share of fewer than 10 records is never above. */
export function isOverLimit(found: number, limit: string, of: number): boolean {
  if (limit === 'off') return false
  if (!limit.endsWith('%')) return found > Number(limit)
  const allowed = multiplyDecimals(limit.slice(0, -1), String(of)) ?? '0'
  return of >= fewestForShare && (compareDecimals(String(found * 100), allowed) ?? 0) > 0
}
