import { planCommentText } from './comment-text.ts'
import { forgeOf } from './forge-of.ts'
import { nextHistory } from './history.ts'
import type { Job, Place } from './job.ts'
import { markedComments } from './marker.ts'
import { readPlanFacts } from './plan-facts.ts'
import { readRenderedPlan } from './rendered-plan.ts'

/**
 * Shows a plan in the comment of its store and folder: a new one, or the one that is there. The plan of a commit that is not the head any more
 * is not shown: its job was slower than that of the next commit, or was run again.
 */
export async function showPlan(
  { file, body, folder }: Place & { readonly file: string; readonly body: string },
  { env, print }: Job,
): Promise<void> {
  const facts = await readPlanFacts(file)
  const plan = readRenderedPlan(body)
  const forge = forgeOf(env)
  const { number, head } = forge.pullRequest()
  const about = { kind: 'plan', store: facts.store, folder } as const
  const shown = (await markedComments(forge, number, about))[0] ?? null
  const marker = { ...about, head, hash: facts.hash, run: forge.run, code: '' }
  const text = planCommentText({ marker, plan, history: nextHistory(shown, facts), link: forge.link })
  // As late as possible: another job can be at work for the next commit.
  const headNow = await forge.headOf(number)
  if (headNow !== '' && headNow !== head) {
    return print(`Pull request ${number} is at ${headNow.slice(0, 8)} now: the plan of ${head.slice(0, 8)} is not shown.\n`)
  }
  if (shown === null) await forge.create(number, text)
  else await forge.edit(number, shown.id, text)
  print(
    `${shown === null ? 'Commented' : 'Edited the comment'} on pull request ${number}: plan ${facts.hash.slice(0, 8)} of ${head.slice(0, 8)}\n`,
  )
}
