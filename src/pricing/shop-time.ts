import { onFirstUse } from '../source/on-first-use.ts'

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

/** The current time of a shop, to compare with local times `YYYY-MM-DD HH:MM:SS` of its catalogue. */
export interface ShopNow {
  /** True where this time of the shop is past. */
  readonly isPast: (time: string) => boolean
  /** The current time as local time. */
  readonly time: () => string
}

/** No time zone is further from UTC. */
const dayMs = 86_400_000

/**
 * The current time of a shop. Its time zone decides only about times within a day of it, and is looked up only for those: the first lookup of a process loads the data of all zones, which
 * takes 13 to 15 ms.
 */
export function shopNow(moment: Date, timezone: string): ShopNow {
  const time = onFirstUse(() => shopTime(moment, timezone))
  const earliest = utcTime(moment, -dayMs)
  const latest = utcTime(moment, dayMs)
  return {
    isPast: (other) => other < earliest || (other <= latest && other < time()),
    time,
  }
}

function utcTime(moment: Date, distanceMs: number): string {
  return shopTime(new Date(moment.getTime() + distanceMs), 'UTC')
}
