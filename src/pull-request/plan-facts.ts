import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { textAt } from './json-value.ts'

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

/** A member of a plan file on a line of its own; of a list, `[` and then each entry on its line. */
const memberLine = /^ {2}"(\w+)": (.*?),?$/s

/**
 * Reads a plan file line by line, as planogram writes it: it can be larger than the longest text of JavaScript. Throws `plan-file-broken` and
 * `file-unreadable`.
 */
export async function readPlanFacts(path: string): Promise<PlanFacts> {
  const members = new Map<string, string>()
  const changes: string[] = []
  let [list, count] = ['', 0]
  for await (const line of linesOf(path)) {
    const [, name, value = ''] = memberLine.exec(line) ?? []
    if (name !== undefined) {
      list = name
      members.set(name, value)
    } else if (list === 'changes' && line.startsWith('    ')) {
      count += 1
      if (count <= mostRemembered) changes.push(line.replace(/,$/, ''))
    }
  }
  const { hash: planHash, store } = headOf(members, path)
  const remembered = count > mostRemembered ? null : digests(changes.map((text) => jsonOf(text, path)))
  return { hash: planHash, store, count, changes: remembered }
}

function headOf(members: ReadonlyMap<string, string>, path: string): Pick<PlanFacts, 'hash' | 'store'> {
  const planHash = textAt(jsonOf(members.get('plan_hash') ?? '""', path))
  if (!/^[0-9a-f]{64}$/.test(planHash)) throw broken(path, 'it has no `plan_hash`')
  if (!members.has('file_hash')) throw broken(path, 'it is truncated')
  return { hash: planHash, store: textAt(jsonOf(members.get('made_from') ?? '{}', path), 'store', 'name') }
}

/** The lines of a file. Unlike `node:readline`, which ends a line at U+2028 too, as texts of a plan can have it. */
async function* linesOf(path: string): AsyncGenerator<string, void> {
  let rest = ''
  try {
    for await (const piece of createReadStream(path, 'utf8')) {
      const [first = '', ...more] = String(piece).split('\n')
      rest += first
      for (const next of more) {
        yield rest
        rest = next
      }
    }
    yield rest
  } catch (cause) {
    throw new OperationalError('file-unreadable', `${path} cannot be read (${systemCodeOf(cause)}).`, { cause })
  }
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw broken(path, 'a line of it is not JSON', cause)
  }
}

function broken(path: string, why: string, cause?: unknown): OperationalError {
  return new OperationalError('plan-file-broken', `${path} is not a plan file: ${why}.`, { cause })
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
