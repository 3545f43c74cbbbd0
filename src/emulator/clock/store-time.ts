import type { Switches } from '../assumptions/switches.ts'

/** The store's local time as a date whose UTC parts are the local ones (assumptions.md R22). */
export function localTime(at: Date, { timezone }: Switches): Date {
  switch (timezone) {
    case 'UTC':
      return at
    case '+02:00':
      return new Date(at.getTime() + 2 * 3_600_000)
    default:
      return timezone satisfies never
  }
}

/** A time as the store writes it, in its own zone: `YYYY-MM-DD HH:MM:SS`. Such texts sort by time. */
export function storeTime(at: Date, switches: Switches): string {
  return localTime(at, switches).toISOString().slice(0, 19).replace('T', ' ')
}
