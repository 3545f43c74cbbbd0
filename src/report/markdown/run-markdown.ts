import { plainTheme } from '../theme.ts'
import { type EndedRun, runHead, runText } from '../run-text.ts'
import { sanitizeLine } from '../sanitize.ts'
import { codeSpan, fenceOf, markerText } from './code-text.ts'
import type { MarkdownSize } from './plan-markdown.ts'
import { bytesOf, renderSections } from './sections.ts'

const width = 110

/**
 * The result of an apply in Markdown for a new comment, within `maxBytes`: a hidden marker with store, folder and run, what was applied, and the
 * text of `runText` in a block of code.
 */
export function runMarkdown(ended: EndedRun, { maxBytes, folder }: MarkdownSize): string {
  const { goal, run } = ended
  const where = folder === '' ? '' : ` \u00B7 ${codeSpan(folder)}`
  const head = [
    `<!-- planogram:apply store=${markerText(goal.store)} folder=${markerText(folder)} run=${markerText(run.id)} -->\n`,
    `### Apply to ${codeSpan(goal.store)}${where}\n\n`,
    `**${runHead(ended)}** Plan ${codeSpan(sanitizeLine(goal.planHash.slice(0, 8)))}, run ${codeSpan(run.id)}.\n\n`,
  ].join('')
  return `${head}${textBlock(runText(ended, plainTheme, width).trimEnd().split('\n'), maxBytes - bytesOf(head))}`
}

/** The lines that fit, in a block of code that no line can end. */
function textBlock(lines: readonly string[], maxBytes: number): string {
  const fence = fenceOf(lines.join('\n'))
  const section = {
    head: `${fence}text\n`,
    items: lines.map((line) => ({ forms: [() => `${line}\n`] })),
    foot: `${fence}\n`,
    more: (count: number) => `\u2026 ${count} more lines\n`,
  }
  return renderSections([section], maxBytes)
}
