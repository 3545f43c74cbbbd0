import { OperationalError } from '../errors.ts'
import { actionAt } from '../plan/step-actions.ts'
import { isFileStep } from '../plan/step.ts'
import type { ApplyContext } from './apply-context.ts'

const rootsAtOnce = 500
const mostNamed = 20

/** Reads every root and file of the plan, and rejects with a list where one has changed since the plan was created. */
export async function refuseChanged({ index, lanes, uploads, removals }: ApplyContext): Promise<void> {
  const roots = [...index.roots.keys()]
  const refusals: string[] = []
  for (let at = 0; at < roots.length; at += rootsAtOnce) {
    const some = roots.slice(at, at + rootsAtOnce)
    await lanes.align(some)
    refusals.push(...some.flatMap((root) => lanes.stateOf(root).refusal ?? []))
  }
  for (const { actions } of index.roots.values()) {
    for (const place of actions) {
      // A record is not checked here, and not made either.
      if (!isFileStep(place.step)) continue
      const action = actionAt(place)
      const isUpload = action.kind === 'put-file'
      const checked = isUpload ? await uploads.check(action) : action.kind === 'delete-file' ? await removals.check(action) : null
      if (checked?.kind === 'refused') refusals.push(checked.message)
    }
  }
  const [first, ...others] = refusals
  if (first === undefined) return
  if (others.length === 0) throw new OperationalError('plan-stale', `${first} Nothing was written.`)
  const more = refusals.length - mostNamed
  const lines = [...refusals.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `\n  ${line}`)
  throw new OperationalError(
    'plan-stale',
    `${refusals.length} records and files have changed in the store since the plan was created. Nothing was written.${lines.join('')}`,
  )
}
