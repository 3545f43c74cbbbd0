import { diskProblemOf } from '../../files/disk-problem.ts'
import { StoreFault } from './store-fault.ts'

/**
 * The refusal of a request that failed with an error. A full disk is 507 (RFC 4918, 11.5), which says that nothing was stored: where records
 * before were (`hasCommitted`), it is 500.
 */
export function faultOfError(error: unknown, hasCommitted: boolean): StoreFault {
  if (error instanceof StoreFault) return error
  const changed = hasCommitted ? 'a part of the request was stored' : 'the request changed nothing'
  switch (diskProblemOf(error)) {
    case 'full':
      return new StoreFault(hasCommitted ? 500 : 507, `The disk of the store is full; ${changed}`)
    case 'refused':
      return new StoreFault(500, `The data of the store cannot be written; ${changed}`)
    case undefined:
      return new StoreFault(500, `Internal error; ${changed}`)
  }
}
