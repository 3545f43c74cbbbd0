import type { Problem } from '../problems/problem.ts'
import { countOf, formatCount } from './amounts.ts'
import { padEnd, padStart } from './text-width.ts'
import type { Theme } from './theme.ts'

/** The problems that are not shown, as a count for each rule, errors first, the most frequent first. */
export function hiddenText(hidden: readonly Problem[], theme: Theme): string {
  const groups = [...Map.groupBy(hidden, ({ severity, rule }) => `${severity}[${rule}]`)]
    .map(([name, own]) => ({ name, own, isError: own[0]?.severity === 'error' }))
    .toSorted((a, b) => Number(b.isError) - Number(a.isError) || b.own.length - a.own.length)
  const longest = Math.max(...groups.map(({ name }) => name.length))
  const widest = Math.max(...groups.map(({ own }) => formatCount(own.length).length))
  const lines = groups.map(({ name, own, isError }) => {
    const files = new Set(own.map(({ at }) => at.file)).size
    const colour = isError ? theme.red : theme.yellow
    return `  ${padStart(formatCount(own.length), widest)} ${colour(padEnd(name, longest))}  in ${countOf(files, 'file')}`
  })
  return [`${theme.bold('And without a frame')} (\`planogram validate --all\` shows them all):`, ...lines].join('\n')
}
