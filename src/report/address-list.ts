import type { AddressList } from '../catalogue/explain/list-addresses.ts'
import { formatCount } from '../source/counts.ts'
import type { Locate } from './explain-text.ts'
import { jsonText } from './json-text.ts'
import { line, type Line, linesText, span, wrapLine } from './line.ts'
import { placeText } from './place-text.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd, widthOf } from './text-width.ts'
import type { Theme } from './theme.ts'

/** Addresses for people, one per line, each with its place, or with the number of records below it. Ends with a newline. */
export function addressListText({ entries }: AddressList, locate: Locate, { theme, width }: { theme: Theme; width: number }): string {
  if (entries.length === 0) return linesText([line('The catalogue has no records.', 'faint')], theme)
  const column = entries.reduce((most, { address }) => Math.max(most, widthOf(sanitizeLine(address))), 0) + 2
  const lines = entries.flatMap(({ address, at, count }): readonly Line[] => {
    const place = at === null ? formatCount(count) : placeText(locate(at))
    return wrapLine([span(padEnd(sanitizeLine(address), column), 'name'), span(place, 'faint')], width, '  ')
  })
  return linesText(lines, theme)
}

/** Addresses as JSON for programs. Ends with a newline. */
export function addressListJson({ address, entries }: AddressList, locate: Locate): string {
  const below = entries.map((entry) =>
    entry.at === null ? { address: entry.address, count: entry.count } : { address: entry.address, at: locate(entry.at) },
  )
  return `${jsonText({ address, below }, 2)}\n`
}
