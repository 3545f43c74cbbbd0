import type { SearchShift } from '../../../wire/search-tree.ts'

function lastDayOf(year: number, month: number): number {
  const last = new Date(0)
  last.setUTCFullYear(year, month + 1, 0)
  return last.getUTCDate()
}

function movedBy(time: Date, { by, unit }: SearchShift): Date {
  const moved = new Date(time)
  if (unit === 'DAY') {
    moved.setUTCDate(moved.getUTCDate() + by)
    return moved
  }
  const months = time.getUTCMonth() + (unit === 'YEAR' ? by * 12 : by)
  const year = time.getUTCFullYear() + Math.floor(months / 12)
  const month = ((months % 12) + 12) % 12
  moved.setUTCFullYear(year, month, Math.min(time.getUTCDate(), lastDayOf(year, month)))
  return moved
}

/**
 * A time moved by intervals, as `YYYY-MM-DD HH:MM:SS` (assumptions.md R22). If the target month is shorter, the result is its last day,
 * as in MySQL. `null` outside the years 0 to 9999.
 */
export function movedTime(now: Date, shifts: readonly SearchShift[]): string | null {
  const time = shifts.reduce(movedBy, now)
  const year = time.getUTCFullYear()
  return year >= 0 && year <= 9999 ? time.toISOString().slice(0, 19).replace('T', ' ') : null
}
