import { datePattern } from './scalar-schemas.ts'

/**
 * How to write a date that is not on the calendar (`2026-02-30`), or has another form: `24.12.2026`, `12/24/2026`, `2026-1-5`,
 * `2026-12-24T10:00`.
 */
export function likelyDate(found: string): string {
  if (datePattern.test(found)) return calendarWords(found)
  const parts = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?Z?)?$/.exec(found)
  const day = parts && dayOf([parts[1] ?? '', parts[2] ?? '', parts[3] ?? ''])
  if (!parts || day === undefined) return 'Write year, month and day, such as 2026-12-24.'
  return `Write ${day}${parts[4] === undefined ? '' : ` ${parts[4]}${parts[5] ?? ':00'}`}.`
}

/** The day that three numbers mean; `undefined` where two readings are possible. */
function dayOf([first, second, third]: readonly [string, string, string]): string | undefined {
  if (first.length === 4) return dateText(first, second, third)
  if (third.length !== 4) return undefined
  if (Number(first) > 12) return dateText(third, second, first)
  return Number(second) > 12 || first === second ? dateText(third, first, second) : undefined
}

function dateText(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(text) ? undefined : text
}

function calendarWords(found: string): string {
  const [year = 0, month = 0] = found.split('-').map(Number)
  if (month < 1 || month > 12) return 'Months are 01 to 12, between year and day: 2026-12-24.'
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return `Look at the day and the time: ${found.slice(0, 7)} ends on the ${last}${last === 31 ? 'st' : 'th'}.`
}
