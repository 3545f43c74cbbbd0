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

/** True for `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` with a day and a time that exist. */
export function isCalendarTime(text: string): boolean {
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0'] =
    /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/.exec(text) ?? []
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isDay = date.getUTCFullYear() === Number(year) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
  return isDay && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
}
