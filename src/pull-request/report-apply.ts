import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { resultCommentText } from './comment-text.ts'
import { forgeOf } from './forge-of.ts'
import type { Job, Place } from './job.ts'
import { markedComments } from './marker.ts'
import { readPlanFacts } from './plan-facts.ts'
import { optionalText, readRenderedPlan } from './rendered-plan.ts'

/** Reports an apply in a new comment. A job that is run again reports nothing that it has reported before. */
export async function reportApply(
  { results, store, folder }: Place & { readonly results: string; readonly store: string },
  { env, print }: Job,
): Promise<void> {
  const forge = forgeOf(env)
  const merged = await forge.mergedPullRequest()
  if (merged === null) return print('This commit is not the merge of a pull request: there is nothing to comment on.\n')
  const { number, head } = merged
  const planFile = join(results, 'plan.json')
  const isStale = existsSync(planFile)
  const about = { kind: 'result', store, folder } as const
  const approved = isStale ? (await readPlanFacts(planFile)).hash : optionalText(join(results, 'hash')).trim()
  const marker = { ...about, head, hash: approved, run: forge.run, code: optionalText(join(results, 'code')).trim() }
  const known = await markedComments(forge, number, about)
  if (known.some(({ marker: { hash, code, head: of } }) => hash === marker.hash && code === marker.code && of === head)) {
    return print(`Pull request ${number} has this result already.\n`)
  }
  const rendered = ['plan.md', 'plan.txt'].map((name) => join(results, name)).find((path) => existsSync(path))
  const plan = isStale && rendered !== undefined ? readRenderedPlan(rendered) : null
  const log = optionalText(join(results, 'apply.txt'))
  await forge.create(number, resultCommentText({ marker, log, plan, link: forge.link, advice: forge.advice }))
  print(`Commented on pull request ${number}.\n`)
}
