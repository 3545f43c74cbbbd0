/** One for each time zone: creating one takes longer than the rest of `shopTime`. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timezone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  formats.set(timezone, format)
  return format
}

/** A moment as local time in a time zone, `YYYY-MM-DD HH:MM:SS`: the format of promotion dates (semantics.md 8). */
export function shopTime(moment: Date, timezone: string): string {
  const year = moment.getUTCFullYear()
  // ISO 8601 writes other years with a sign.
  if (timezone === 'UTC' && year > 0 && year <= 9_999) return moment.toISOString().slice(0, 19).replace('T', ' ')
  const parts = formatOf(timezone).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
}
