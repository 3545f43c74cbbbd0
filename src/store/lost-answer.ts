import { OperationalError } from '../errors.ts'

/** True where the request may have reached the store but its answer did not arrive: nobody knows whether it acted. */
export function isAnswerLost(error: unknown): error is OperationalError {
  return error instanceof OperationalError && error.context['answer'] === 'lost'
}
