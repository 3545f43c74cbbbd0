import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { listAt, textAt } from './json-value.ts'

/** What a comment uses of a plan file. */
export interface PlanFacts {
  readonly hash: string
  readonly store: string
  readonly count: number
  /** A digest of each change without its place in a document, by address; `null` where there are too many to remember. */
  readonly changes: Readonly<Record<string, string>> | null
}

/** More changes are compared by their number only, so that a comment keeps room for the plan. */
const mostRemembered = 300
const digestLength = 8

/** Reads a plan file. Throws `plan-file-broken` and `file-unreadable`. */
export function readPlanFacts(path: string): PlanFacts {
  const plan = parsed(path)
  const hash = textAt(plan, 'plan_hash')
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new OperationalError('plan-file-broken', `${path} is not a plan file: it has no \`plan_hash\`.`)
  const changes = listAt(plan, 'changes')
  return {
    hash,
    store: textAt(plan, 'made_from', 'store', 'name'),
    count: changes.length,
    changes: changes.length > mostRemembered ? null : digests(changes),
  }
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new OperationalError('plan-file-broken', `${path} is not a plan file: it is not JSON.`, { cause })
    throw new OperationalError('file-unreadable', `${path} cannot be read (${systemCodeOf(cause)}).`, { cause })
  }
}

function digests(changes: readonly unknown[]): Readonly<Record<string, string>> {
  const texts = new Map<string, string>()
  for (const change of changes) {
    const address = textAt(change, 'address')
    texts.set(address, `${texts.get(address) ?? ''}${JSON.stringify(change, withoutPlace)}`)
  }
  return Object.fromEntries([...texts].map(([address, text]) => [address, hash('sha256', text).slice(0, digestLength)]))
}

/** A change whose line moved is the same change. */
function withoutPlace(key: string, value: unknown): unknown {
  return key === 'source' ? undefined : value
}
