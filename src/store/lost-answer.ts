import { OperationalError } from '../errors.ts'

/** True where the request may have reached the store and its answer did not arrive, so that its effect is unknown. */
export function isAnswerLost(error: unknown): error is OperationalError {
  return error instanceof OperationalError && error.context['answer'] === 'lost'
}
