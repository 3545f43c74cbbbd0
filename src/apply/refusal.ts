import type { OperationalError } from '../errors.ts'
import type { Action, Operation, RootRef } from '../plan/operation.ts'
import { actionAt } from '../plan/step-actions.ts'
import { keyNames } from '../records/row-identity.ts'

/** A final refusal of the store. Two with the same `cause` have the same status and text but for the names of records and files. */
export interface Refusal {
  readonly error: OperationalError
  readonly cause: string
}

/** The refusal of a request with these operations. */
export function refusalOf(error: OperationalError, operations: readonly Pick<Operation, 'root' | 'place'>[]): Refusal {
  return refusalOfNames(error, new Set(operations.flatMap(({ root, place }) => [root.key, ...namesOf(actionAt(place))])))
}

/** The refusal of a request that reads these roots. */
export function refusalOfRoots(error: OperationalError, roots: readonly Pick<RootRef, 'key'>[]): Refusal {
  return refusalOfNames(error, new Set(roots.map(({ key }) => key)))
}

/** Each name counts where it is a word of its own: sku `4` is not a part of status 404. */
function refusalOfNames(error: OperationalError, names: ReadonlySet<string>): Refusal {
  const longestFirst = [...names].filter((name) => name !== '').toSorted((a, b) => b.length - a.length)
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  const text = longestFirst.length === 0 ? error.message : error.message.replace(words, '\u2026')
  return { error, cause: `${error.code} ${String(error.context['status'] ?? '')} ${text}` }
}

function namesOf(action: Action): readonly string[] {
  switch (action.kind) {
    case 'write':
      return keyNames(action.record.resource).map((name) => action.record.fields[name] ?? '')
    case 'write-prices':
    case 'delete-prices':
      return [action.sku]
    case 'delete-entry':
      return [action.sku, action.uid]
    case 'delete-row':
      return Object.values(action.where)
    case 'put-file':
    case 'delete-file':
      // The message can name a folder that could not be made.
      return action.path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    default:
      return action satisfies never
  }
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, (mark) => `\\${mark}`)
}
