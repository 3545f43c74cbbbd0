import type { Outcome } from '../pricing/expectation.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { line, type Line, linesText, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import type { Theme } from './theme.ts'

/**
 * The results of the price tests of the catalogue in the store: one line when all passed, otherwise each failed test with the reason.
 * Empty where there are no tests. Ends with a newline.
 */
export function priceTestsText(outcomes: readonly Outcome[], theme: Theme, width: number): string {
  if (outcomes.length === 0) return ''
  const failed = outcomes.filter((outcome) => outcome.kind === 'fails')
  const lines = failed.length === 0 ? wrapLine(line(`${testsOf(outcomes)} passed.`, 'added'), width) : failureLines(outcomes, failed, width)
  return linesText(lines, theme)
}

type Failed = Extract<Outcome, { kind: 'fails' }>

function failureLines(outcomes: readonly Outcome[], failed: readonly Failed[], width: number): readonly Line[] {
  return [
    ...wrapLine(line(`${formatCount(failed.length)} of ${testsOf(outcomes)} failed in the store (exit code 6):`, 'risk'), width),
    ...failed.flatMap(({ message, reason }): readonly Line[] => [
      ...wrapLine([span('! ', 'risk'), span(`${sanitizeLine(message)}.`)], width, '  '),
      ...(reason === '' ? [] : wrapLine([span('  '), span(sanitizeLine(reason), 'faint')], width, '  ')),
    ]),
  ]
}

function testsOf(outcomes: readonly Outcome[]): string {
  return countOf(outcomes.length, 'price test')
}
