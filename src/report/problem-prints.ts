import { createHash } from 'node:crypto'
import type { Problem } from '../problems/problem.ts'
import { withoutFoldCount } from '../rules/fold-findings.ts'
import type { PlacedSources } from './problem-place.ts'

/**
 * A fingerprint for each problem, by which a service knows it again in the next run: the rule, the file, what is said and the text
 * of the line, so that it stays when the line moves. Of several that are alike, the second ends in `:2`.
 */
export function problemPrints(problems: readonly Problem[], { textOf, folder }: PlacedSources): string[] {
  const seen = new Map<string, number>()
  return problems.map(({ rule, message, at }) => {
    const words = withoutFoldCount(message)
    const print = createHash('sha256')
      .update(JSON.stringify([rule, folder, at.file, words, lineOf(textOf(at.file), at.start)]))
      .digest('hex')
      .slice(0, 32)
    const count = (seen.get(print) ?? 0) + 1
    seen.set(print, count)
    return `${print}:${count}`
  })
}

/** Of a whole document on one line the beginning says enough. */
const enough = 1_000

function lineOf(text: string, offset: number): string {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', start)
  return text.slice(start, Math.min(end < 0 ? text.length : end, start + enough)).trim()
}
