import { fenced } from './fenced.ts'
import { type History, historyLine, historyText, shorterHistories } from './history.ts'
import { type Marker, markerLine } from './marker.ts'

/** Code hosts take 65,536 characters. A rendered plan has at most 65,000 bytes, so that the lines above it have room. */
const mostBytes = 65_500

interface PlanComment {
  readonly marker: Marker
  /** The plan as Markdown. */
  readonly plan: string
  readonly history: History
  readonly link: string
}

/** The comment that shows the plan of a pull request. Where it would be too long, the history is shortened and left out, then the plan is. */
export function planCommentText({ marker, plan, history, link }: PlanComment): string {
  const facts = `Commit ${marker.head.slice(0, 8)} · plan \`${marker.hash.slice(0, 8)}\` · [run and artifacts](${link})`
  const { title, text } = titled(plan, `### Plan for ${nameOf(marker)}`)
  const head = [`${markerLine(marker)}\n${title}`, facts]
  return firstThatFits([
    ...[history, ...shorterHistories(history)].map((form) => [...head, text, historyText(form), historyLine(form)]),
    [...head, text],
    [...head, 'The plan is too long for a comment. The artifacts of the run have all of it.'],
  ])
}

/** The heading at the start of a rendered plan, after its hidden lines, and the rest; where it has no heading, the one that is given. */
function titled(plan: string, otherwise: string): { readonly title: string; readonly text: string } {
  const [, title, text] = /^(?:<!--.*-->\n)*(### .*)\n([^]*)$/.exec(plan) ?? []
  return title === undefined || text === undefined ? { title: otherwise, text: plan } : { title, text: text.trimStart() }
}

/** What an apply ended with. */
export interface Outcome {
  readonly marker: Marker
  /** What `planogram apply` printed; `''` where it did not run. */
  readonly log: string
  /** The new plan as Markdown, where the approved one was stale. */
  readonly plan: string | null
  readonly link: string
  /** How the new plan is applied. */
  readonly advice: string
}

/** The comment that reports an apply. */
export function resultCommentText({ marker, log, plan, link, advice }: Outcome): string {
  const of = marker.hash === '' ? '' : `Plan \`${marker.hash.slice(0, 8)}\` · `
  const head = [`${markerLine(marker)}\n### ${titleOf(marker, plan !== null)}`, `${of}[run and log](${link})`]
  if (plan === null) return firstThatFits([[...head, foldedLog(log)], head])
  const approval = `To apply the plan below: ${advice} Its hash:\n\n\`\`\`text\n${marker.hash}\n\`\`\``
  return firstThatFits([
    [...head, approval, plan, foldedLog(log)],
    [...head, approval, plan],
    [...head, approval],
  ])
}

/** What people call the comment of a store: its name, and the folder where it is not the root. */
function nameOf({ store, folder }: Marker): string {
  return `\`${store}\`${folder === '' ? '' : ` in \`${folder}\``}`
}

function titleOf(marker: Marker, hasNewPlan: boolean): string {
  const name = nameOf(marker)
  if (hasNewPlan) return `Nothing was written to ${name}: the changes that were merged need a new approval`
  switch (marker.code) {
    case '0':
      return `Applied: ${name} matches the catalogue`
    case '3':
      return `Nothing was written to ${name}: a guard stops the plan`
    case '4':
      return `Nothing was written to ${name}: the plan is stale`
    case '6':
      return `Applied in part: ${name} does not match the catalogue. Run the job again`
    case '':
      // The hash is known from the start of the apply on: a time limit of the job, or its end by hand.
      return marker.hash === ''
        ? `Not applied: the job for ${name} was rejected, or ended before the apply`
        : `The apply to ${name} did not end: it may be applied in part. Run the job again`
    default:
      return `The apply to ${name} failed with exit code ${marker.code}`
  }
}

const longestLog = 20_000

function foldedLog(log: string): string {
  if (log.trim() === '') return ''
  return `<details><summary>Output of apply</summary>\n\n${fenced(log, longestLog)}\n</details>\n`
}

/** The first list of paragraphs that fits into a comment, else the last. */
function firstThatFits(lists: readonly (readonly string[])[]): string {
  const texts = lists.map(
    (paragraphs) =>
      `${paragraphs
        .map((text) => text.trimEnd())
        .filter((text) => text !== '')
        .join('\n\n')}\n`,
  )
  return texts.find((text) => Buffer.byteLength(text) <= mostBytes) ?? texts.at(-1) ?? ''
}
