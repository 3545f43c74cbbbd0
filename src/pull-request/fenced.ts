import { stripVTControlCharacters } from 'node:util'

/**
 * A text as a block of code that no line of it closes, with at most so many bytes: of a longer one, lines in the middle are left out. Colours
 * and other control characters, which programs print in CI, are left out too.
 */
export function fenced(text: string, mostBytes: number): string {
  const plain = stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\n\t]/gu, '')
  const shown = shortened(plain.trimEnd(), mostBytes)
  const longest = [...shown.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${shown}\n${fence}\n`
}

/** The first three quarters and the last quarter of what fits, in whole lines. */
function shortened(text: string, mostBytes: number): string {
  if (Buffer.byteLength(text) <= mostBytes) return text
  const lines = text.split('\n')
  const first = linesWithin(lines, (mostBytes * 3) / 4)
  const last = linesWithin(lines.toReversed(), mostBytes / 4).toReversed()
  return [...first, `... ${lines.length - first.length - last.length} more lines: see the run`, ...last].join('\n')
}

function linesWithin(lines: readonly string[], mostBytes: number): readonly string[] {
  let bytes = 0
  const end = lines.findIndex((line) => (bytes += Buffer.byteLength(line) + 1) > mostBytes)
  return end === -1 ? lines : lines.slice(0, end)
}
