import type { CatalogueSources } from '../catalogue/catalogue.ts'
import { CatalogueInvalid } from './catalogue-invalid.ts'
import type { Plan } from '../plan/plan.ts'
import type { OnProgress } from './progress.ts'

/**
 * Makes the smaller pictures that a plan will send before the plan is shown, so that a broken picture is found before anything is
 * written. Throws `CatalogueInvalid` with the problems of such pictures, and `sharp-missing` without the package.
 */
export async function makeRenditions(plan: Plan, { makeRenditions: make }: CatalogueSources, onProgress?: OnProgress): Promise<void> {
  const wanted = plan.steps.flatMap((step) => (step.kind === 'put-file' && step.size === null ? [step.sha256] : []))
  const problems = await make(wanted, (done, all) => onProgress?.({ kind: 'resizing', done, all }))
  if (problems.length === 0) return
  const [count, them] = problems.length === 1 ? ['One picture', 'it'] : [`${problems.length} pictures`, 'them']
  throw new CatalogueInvalid(`${count} cannot be resized; nothing was sent to a store.`, {
    problems,
    fix: `Export ${them} again; the problems above name the cause.`,
  })
}
