import type { StoreFinding } from '../records/store-finding.ts'
import { countOf } from '../source/counts.ts'
import { line, type Line, linesText, span, type Tone, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd, widthOf } from './text-width.ts'
import type { Theme } from './theme.ts'

const marks: Readonly<Record<StoreFinding['state'], readonly [mark: string, tone: Tone]>> = {
  works: ['\u2713', 'added'],
  limited: ['!', 'changed'],
  fails: ['\u2717', 'error'],
}

/** What an examination of a store found, a line for each part, and a verdict. No line is wider than `width`. Ends with a newline. */
export function doctorText(findings: readonly StoreFinding[], theme: Theme, width: number): string {
  const column = Math.max(0, ...findings.map(({ part }) => widthOf(part))) + 4
  const indent = ' '.repeat(column)
  const lines = findings.flatMap(({ part, state, text, fix }): readonly Line[] => {
    const [mark, tone] = marks[state]
    const head = [span(`${mark} `, tone), span(padEnd(part, column - 2)), span(sanitizeLine(text), state === 'works' ? 'plain' : tone)]
    const advice = fix === null || state === 'works' ? [] : wrapLine([span(indent), span(sanitizeLine(fix), 'faint')], width, indent)
    return [...wrapLine(head, width, indent), ...advice]
  })
  return linesText([...lines, ...verdict(findings)], theme, width)
}

function verdict(findings: readonly StoreFinding[]): readonly Line[] {
  const failing = findings.filter(({ state }) => state === 'fails').length
  const limited = findings.filter(({ state }) => state === 'limited').length
  if (failing > 0) return [line(`${failing} of ${countOf(findings.length, 'part')} cannot be used.`, 'error')]
  if (limited > 0) return [line(`Plans can be made and applied. ${limited} of ${countOf(findings.length, 'part')} have limits.`, 'strong')]
  return [line(`Plans can be made and applied. ${countOf(findings.length, 'part')} examined.`, 'strong')]
}
