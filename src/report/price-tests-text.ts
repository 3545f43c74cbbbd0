import type { Outcome } from '../pricing/expectation.ts'
import { countOf, formatCount } from './amounts.ts'
import { line, type Line, paint, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import type { Theme } from './theme.ts'

/**
 * The price tests of the catalogue as they came out in the store: one line when all hold, else each that fails with the reason.
 * Empty where there are none. Ends with a newline.
 */
export function priceTestsText(outcomes: readonly Outcome[], theme: Theme, width: number): string {
  if (outcomes.length === 0) return ''
  const failed = outcomes.filter((outcome) => outcome.kind === 'fails')
  const lines =
    failed.length === 0
      ? wrapLine(
          line(
            `Price tests: ${outcomes.length === 1 ? 'the one there is holds' : `all ${formatCount(outcomes.length)} hold`} in the store.`,
            'added',
          ),
          width,
        )
      : [
          ...wrapLine(
            line(
              `Price tests: ${formatCount(failed.length)} of ${countOf(outcomes.length, 'test')} ${failed.length === 1 ? 'fails' : 'fail'} in the store (exit code 6):`,
              'risk',
            ),
            width,
          ),
          ...failed.flatMap(({ message, reason }): readonly Line[] => [
            ...wrapLine([span('! ', 'risk'), span(`${sanitizeLine(message)}.`)], width, '  '),
            ...(reason === '' ? [] : wrapLine([span('  '), span(sanitizeLine(reason), 'faint')], width, '  ')),
          ]),
        ]
  return lines.map((entry) => `${paint(entry, theme).trimEnd()}\n`).join('')
}
