import { OperationalError } from '../errors.ts'
import type { Problem } from '../problems/problem.ts'

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
  const count = errors.length === 1 ? '1 error' : `${errors.length.toLocaleString('en')} errors`
  throw new CatalogueInvalid(`The catalogue has ${count}; nothing was sent to a store.`, { problems: errors, fix })
}
