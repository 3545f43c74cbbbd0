import { OperationalError } from '../errors.ts'
import { forgeOf } from './forge-of.ts'
import type { Job, Place } from './job.ts'
import { markedComments } from './marker.ts'

interface Approved extends Place {
  readonly store: string
  /** The commit that was applied to the store last; `''`: none. */
  readonly applied: string
}

/**
 * Prints number, head, hash and run of the plan that was shown for the merged head, as `name=value` lines. A plan of an earlier commit does not
 * count: it was not what people approved at the end. Throws `plan-stale` where a later commit was applied: a job that is run again would
 * apply once more what that commit takes back.
 */
export async function printApproved({ store, folder, applied }: Approved, { env, print, warn }: Job): Promise<void> {
  const forge = forgeOf(env)
  if (applied !== '' && (await forge.isLater(applied))) throw superseded(store, applied)
  const merged = await forge.mergedPullRequest()
  if (merged === null) return warn('This commit is not the merge of a pull request: no plan of it was approved.\n')
  print(`number=${merged.number}\nhead=${merged.head}\n`)
  const shown = await markedComments(forge, merged.number, { kind: 'plan', store, folder })
  const own = shown.find(({ marker }) => marker.head === merged.head && marker.hash !== '' && marker.run !== '')
  if (own === undefined) return warn(`Pull request ${merged.number} shows no plan of its last commit ${merged.head.slice(0, 8)}.\n`)
  print(`hash=${own.marker.hash}\nrun=${own.marker.run}\n`)
}

function superseded(store: string, applied: string): OperationalError {
  const message = `A later commit, ${applied.slice(0, 8)}, was applied to \`${store}\`: the plan of this job is superseded. Nothing was written.`
  return new OperationalError('plan-stale', message, { fix: 'Run the job of the last merge again, or merge another change.' })
}
