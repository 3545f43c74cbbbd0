import { forgeOf } from './forge-of.ts'
import type { Job, Place } from './job.ts'
import { markedComments } from './marked-comments.ts'

/**
 * Prints number, head, hash and run of the plan that was shown for the merged head, as `name=value` lines. A plan of an earlier commit does not
 * count: it was not what people approved at the end.
 */
export async function printApproved({ store, folder }: Place & { readonly store: string }, { env, print, warn }: Job): Promise<void> {
  const forge = forgeOf(env)
  const merged = await forge.mergedPullRequest()
  if (merged === null) return warn('This commit is not the merge of a pull request: no plan of it was approved.\n')
  print(`number=${merged.number}\nhead=${merged.head}\n`)
  const shown = await markedComments(forge, merged.number, { kind: 'plan', store, folder })
  const own = shown.find(({ marker }) => marker.head === merged.head && marker.hash !== '' && marker.run !== '')
  if (own === undefined) return warn(`Pull request ${merged.number} shows no plan of its last commit ${merged.head.slice(0, 8)}.\n`)
  print(`hash=${own.marker.hash}\nrun=${own.marker.run}\n`)
}
