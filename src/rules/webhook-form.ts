import { isLoopback } from '../source/is-loopback.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import type { Problem } from '../problems/problem.ts'
import { repeats } from './repeats.ts'
import type { Rule, WebhookEntry } from './rule.ts'

/** The only documented event (platform.md, "Events"). */
const shown = 'NewOrder'

/** A webhook is for a known event, to an address that keeps the order private, and is declared once (platform.md, "Events"). */
export const webhookForm: Rule = {
  id: 'webhook-form',
  topic: 'config',
  doc: 'A webhook names an event that platform.md shows, has an https address without a password, and is declared once.',
  severity: 'error or warning',
  why: 'platform.md, "Events": "The only event named is NewOrder", and its notification "contains some order data", which http would send unencrypted. "same name and url again updates the subscription": a duplicate (an error) is one subscription.',
  fix: 'Write `name: NewOrder` and an https address; remove duplicates. Put names and passwords of an address into the environment: `${ERP_HOOK}`.',
  ignorable: true,
  check: ({ webhooks = [] }) => [...webhooks.flatMap(entryProblems), ...duplicates(webhooks), ...lookAlikes(webhooks)],
}

function entryProblems({ name, address, exposesSecret, nameAt, urlAt }: WebhookEntry): Problem[] {
  const problems: Problem[] = []
  if (name !== shown) {
    const near = nearestWord(name, [shown])
    const fix = near === undefined ? `Write ${shown}, unless the store documents this event.` : `Did you mean "${near}"?`
    const message = `the event "${name}" is not one that platform.md shows`
    problems.push(makeProblem({ rule: 'webhook-form', severity: 'warning', at: nameAt, message, fix }))
  }
  if (address !== null && isUnencrypted(new URL(address))) {
    const message = 'the address of this webhook is http: orders are sent unencrypted'
    problems.push(makeProblem({ rule: 'webhook-form', severity: 'warning', at: urlAt, message, fix: 'Use https.' }))
  }
  if (exposesSecret) {
    const message = 'the address of this webhook contains a password or a key, which everybody with the catalogue can read'
    const fix = 'Write it as ${ERP_HOOK_KEY} and set that in the environment; change it if it was ever committed.'
    problems.push(makeProblem({ rule: 'webhook-form', severity: 'warning', at: urlAt, message, fix }))
  }
  return problems
}

function isUnencrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLoopback(hostname)
}

function duplicates(webhooks: readonly WebhookEntry[]): Problem[] {
  const known = webhooks.filter(({ address }) => address !== null)
  return repeats(known, ({ name, address }) => JSON.stringify([name, address])).map(([{ name, urlAt }, first]) =>
    makeProblem({
      rule: 'webhook-form',
      at: urlAt,
      message: `this webhook for ${name} is declared twice`,
      fix: 'Remove one of the two.',
      related: { message: 'the first one', at: first.urlAt },
    }),
  )
}

/** Webhooks that a plan could not tell apart: what differs is masked in it. */
function lookAlikes(webhooks: readonly WebhookEntry[]): Problem[] {
  const alike = repeats(webhooks, ({ name, shown }) => JSON.stringify([name, shown]))
  return alike
    .filter(([{ written }, first]) => written !== first.written)
    .map(([{ name, urlAt }, first]) =>
      makeProblem({
        rule: 'webhook-form',
        at: urlAt,
        message: `this webhook for ${name} differs from another one only in its query or user name, which no plan shows`,
        fix: 'Write what differs as ${NAME} and set that in the environment.',
        related: { message: 'the other one', at: first.urlAt },
      }),
    )
}
