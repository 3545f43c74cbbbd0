import { OperationalError } from '../errors.ts'
import type { Problem } from '../problems/problem.ts'
import { countOf } from '../source/counts.ts'

/** The error `catalogue-invalid`, with the problems that caused it. */
export class CatalogueInvalid extends OperationalError {
  readonly problems: readonly Problem[]

  constructor(message: string, { problems, fix }: { readonly problems: readonly Problem[]; readonly fix?: string | undefined }) {
    super('catalogue-invalid', message, fix === undefined ? {} : { fix })
    this.problems = problems
  }
}

/** Throws `CatalogueInvalid` with the errors among the problems of a catalogue, if there are any. */
export function refuseErrors(problems: readonly Problem[], fix?: string): void {
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new CatalogueInvalid(`The catalogue has ${countOf(errors.length, 'error')}; nothing was sent to a store.`, {
    problems: errors,
    fix,
  })
}
