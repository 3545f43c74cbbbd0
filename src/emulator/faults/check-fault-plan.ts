import { METHODS } from 'node:http'
import { OperationalError } from '../../errors.ts'
import { findResource } from '../../resources/registry.ts'
import type { FaultAction, FaultPlan } from './fault-plan.ts'
import { isObject } from '../../source/is-object.ts'

/** A check of a value, and its description for messages. */
interface Rule {
  readonly holds: (value: unknown) => boolean
  readonly expected: string
}

const text: Rule = { holds: (value) => typeof value === 'string', expected: 'a text' }
const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Rule => ({
  holds: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  expected: `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
})
const oneOf = (...values: readonly (string | number)[]): Rule => ({
  holds: (value) => values.some((known) => known === value),
  expected: `one of ${values.join(', ')}`,
})

/** The members of an action besides `kind`; those marked with `!` are required. */
const members: Readonly<Record<FaultAction['kind'], Readonly<Record<string, Rule>>>> = {
  status: {
    'status!': whole(200, 599),
    body: oneOf('rsp', 'html', 'text', 'json', 'empty'),
    when: oneOf('before', 'after'),
    retryAfter: whole(0),
  },
  torn: { 'rows!': whole(0), status: oneOf(500, 502, 503, 504) },
  'rsp-fail': { 'code!': whole(100, 999), message: text },
  reset: { 'when!': oneOf('before', 'after-headers') },
  cut: { 'how!': oneOf('length', 'chunked', 'clean'), bytes: whole(0) },
  hang: { when: oneOf('before', 'after') },
  drip: { bytes: whole(1), everyMs: whole(0) },
  delay: { 'ms!': whole(0) },
  'lost-answer': {},
  'stale-read': {},
  'rate-limit': { 'requests!': whole(0), seconds: whole(1), status: oneOf(429, 503), retryAfter: whole(0) },
  'expire-key': {},
  'shift-pages': { 'by!': whole(-2000) },
}

const matchMembers: Readonly<Record<string, Rule>> = {
  method: { holds: (value) => typeof value === 'string' && METHODS.includes(value.toUpperCase()), expected: 'a method such as POST' },
  path: { holds: (value) => typeof value === 'string' && !value.includes('?'), expected: 'a path without its query' },
  resource: { holds: (value) => typeof value === 'string' && findResource(value) !== undefined, expected: 'a resource such as Product' },
  nth: whole(1),
}
const planMembers: Readonly<Record<string, Rule>> = {
  on: { holds: isObject, expected: 'an object' },
  'do!': { holds: isObject, expected: 'an object' },
  times: { holds: (value) => value === 'always' || whole(1).holds(value), expected: 'a whole number from 1, or "always"' },
  chance: { holds: (value) => typeof value === 'number' && value >= 0 && value <= 1, expected: 'a number from 0 to 1' },
  seed: { holds: Number.isSafeInteger, expected: 'a whole number' },
}

function isKind(value: unknown): value is FaultAction['kind'] {
  return typeof value === 'string' && Object.hasOwn(members, value)
}

/** The first invalid member of an object as a clause for a message, or `undefined`. */
function wrongMember(value: Readonly<Record<string, unknown>>, rules: Readonly<Record<string, Rule>>): string | undefined {
  const names = new Set(Object.keys(rules).map((name) => name.replace('!', '')))
  const unknown = Object.keys(value).find((name) => name !== 'kind' && !names.has(name))
  if (unknown !== undefined) return `"${unknown}" is unknown; known: ${[...names].join(', ') || 'kind'}`
  for (const [name, rule] of Object.entries(rules)) {
    const plain = name.replace('!', '')
    const given = value[plain]
    const isValid = given === undefined ? plain === name : rule.holds(given)
    if (!isValid) return `"${plain}" must be ${rule.expected}`
  }
  return undefined
}

function wrongPlan(plan: unknown): string | undefined {
  if (!isObject(plan)) return 'a plan must be an object'
  const { on, do: action } = plan
  const outer = wrongMember(plan, planMembers)
  if (outer !== undefined || !isObject(action)) return outer ?? '"do" must be an object'
  const inner = isObject(on) ? wrongMember(on, matchMembers) : undefined
  if (inner !== undefined) return `in "on", ${inner}`
  const { kind } = action
  if (!isKind(kind)) return `"do.kind" must be one of ${Object.keys(members).join(', ')}`
  const wrong = wrongMember(action, members[kind])
  return wrong === undefined ? undefined : `in "do" of kind ${kind}, ${wrong}`
}

function isPlan(plan: unknown): plan is FaultPlan {
  return wrongPlan(plan) === undefined
}

/** The plan itself, if it is valid. Fails with `wrong-usage` otherwise. */
export function checkFaultPlan(plan: unknown): FaultPlan {
  if (isPlan(plan)) return plan
  throw new OperationalError('wrong-usage', `Invalid fault plan: ${wrongPlan(plan) ?? ''}: ${(JSON.stringify(plan) ?? '').slice(0, 200)}`, {
    fix: 'Example: { "on": { "method": "POST", "resource": "Product", "nth": 2 }, "do": { "kind": "lost-answer" }, "times": 1 }; see docs/emulator.md.',
  })
}

/** The plans of a JSON text: one plan or a list of them. Fails with `wrong-usage`. */
export function parseFaultPlans(json: string): readonly FaultPlan[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    throw new OperationalError('wrong-usage', 'The fault plans are not valid JSON.', {
      fix: 'Write a list of plans; see docs/emulator.md.',
    })
  }
  return (Array.isArray(parsed) ? parsed : [parsed]).map(checkFaultPlan)
}
