import { OperationalError } from '../errors.ts'
import type { Step } from '../plan/step.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import { isAnswerLost } from '../store/failed-answer.ts'
import type { StepOutcome } from './events.ts'
import { type VerifyContext, verifySteps } from './verify-steps.ts'

/** What a step needs to be carried out. */
export type StepContext = VerifyContext

/** How a step ended, and why it did not succeed. */
export interface Performed {
  readonly outcome: Exclude<StepOutcome, 'blocked'>
  readonly message: string | null
}

const pauseMs = 500
const longestWaitSeconds = 30
const problemsShown = 3

/**
 * Carries out one step. A request that can be repeated safely is repeated once when the answer was lost or the store was
 * busy; an `insert` never is: its outcome is then `unknown`. Only bugs throw.
 */
export async function performStep(step: Step, context: StepContext): Promise<Performed> {
  try {
    return await send(step, context)
  } catch (error) {
    const pause = pauseBeforeAgain(step, error)
    if (pause === undefined) return ended(step, error)
    await context.sleep(pause)
  }
  try {
    return await send(step, context)
  } catch (error) {
    return ended(step, error)
  }
}

async function send(step: Step, context: StepContext): Promise<Performed> {
  const { store } = context
  switch (step.kind) {
    case 'post':
      await store.post(step.spec, step.records)
      return done
    case 'delete-prices':
      await store.deletePrices(step.skus)
      return done
    case 'delete-row':
      await store.deleteRow(step.resource, step.where)
      return done
    case 'put-file':
      await upload(step, context)
      return done
    case 'verify':
      return verified(await verifySteps(step.of, context))
    default:
      return step satisfies never
  }
}

const done: Performed = { outcome: 'done', message: null }

function verified(problems: readonly string[]): Performed {
  if (problems.length === 0) return done
  const more = problems.length > problemsShown ? ` (and ${problems.length - problemsShown} more)` : ''
  return { outcome: 'failed', message: `Verification failed: ${problems.slice(0, problemsShown).join('; ')}${more}.` }
}

async function upload(
  { path, from, size, sha256 }: Extract<Step, { kind: 'put-file' }>,
  { store, readPicture }: StepContext,
): Promise<void> {
  if (!store.files) {
    throw new OperationalError('files-fault', `${path} cannot be uploaded: ${store.name} has no Files API.`, {
      fix: 'Set files_url and site_name of this store in planogram.yaml.',
    })
  }
  const bytes = await readPicture(from, sha256)
  if ((size !== null && bytes.length !== size) || pictureContent(bytes) !== sha256) {
    throw new OperationalError('plan-stale', `${from} has changed since the plan was created; it was not uploaded.`, {
      fix: 'Create a new plan.',
    })
  }
  await store.files.write(path, bytes)
}

/** Milliseconds before the request may be repeated, or `undefined` where it may not. */
function pauseBeforeAgain({ idempotency, kind }: Step, error: unknown): number | undefined {
  if (idempotency === 'insert' || idempotency === 'read' || !(error instanceof OperationalError)) return undefined
  const { status, retryAfter } = error.context
  if (status === 429 || status === 503) {
    const seconds = typeof retryAfter === 'number' ? retryAfter : pauseMs / 1000
    return seconds <= longestWaitSeconds ? seconds * 1000 : undefined
  }
  const brokenUpload = kind === 'put-file' && error.code === 'store-unreachable'
  return isAnswerLost(error) || brokenUpload ? pauseMs : undefined
}

function ended({ idempotency }: Step, error: unknown): Performed {
  if (!(error instanceof OperationalError)) throw error
  const message = `${error.message} ${error.fix}`
  if (!isAnswerLost(error) || idempotency === 'read') return { outcome: 'failed', message }
  return {
    outcome: 'unknown',
    message: `${error.message} It is unknown whether the store applied the request; run \`planogram plan\` to find out.`,
  }
}
