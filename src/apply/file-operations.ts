import { invariant } from '../errors.ts'
import type { Operation } from '../plan/operation.ts'
import { type OperationIndex, operationsOf } from '../plan/operations.ts'
import type { Step } from '../plan/step.ts'

/** The operations of uploads and deletions of files, one for each step. It is calculated once, and used to start the step and to carry it out. */
export interface FileOperations {
  of(step: Step): Operation
  /** Forgets the operation of a step that has ended. */
  forget(step: Step): void
}

/** Opens the operations of the files of an indexed plan. */
export function openFileOperations(index: OperationIndex): FileOperations {
  const known = new Map<string, Operation>()
  return {
    of(step) {
      const found = known.get(step.id) ?? operationsOf(step, index)[0]
      invariant(found, `step ${step.id} uploads or deletes no file`)
      known.set(step.id, found)
      return found
    },
    forget: ({ id }) => void known.delete(id),
  }
}
