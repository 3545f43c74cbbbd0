import { diffLibrary } from './diff-library.ts'
import { sanitize, sanitizeLine } from './sanitize.ts'
import type { Theme } from './theme.ts'

/** The change of a file as a unified diff in the format of git. Ends with a newline. */
export function documentDiff(file: string, { before, after }: { readonly before: string; readonly after: string }, theme: Theme): string {
  const name = sanitizeLine(file)
  const { hunks } = diffLibrary().structuredPatch(name, name, before, after, '', '', { context: 2 })
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    theme.cyan(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...lines.map((line) => coloured(sanitize(line.replace(/\r$/, '')), theme)),
  ])
  return [theme.bold(`--- ${name}`), theme.bold(`+++ ${name}`), ...lines, ''].join('\n')
}

function coloured(line: string, theme: Theme): string {
  if (line.startsWith('-')) return theme.red(line)
  return line.startsWith('+') ? theme.green(line) : line
}
