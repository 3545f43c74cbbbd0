import { makeProblem } from '../problems/make-problem.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import type { Problem } from '../problems/problem.ts'
import type { Rule, WebhookEntry } from './rule.ts'

/** The only event that is shown (platform.md, "Events"). */
const shown = 'NewOrder'

/** A webhook is for an event that is known, to an address that keeps the order private, and stands there once. */
export const webhookForm: Rule = {
  id: 'webhook-form',
  doc: 'A webhook names an event that platform.md shows, has an https address without a password in it, and stands in the catalogue once.',
  severity: 'error or warning',
  why: 'platform.md, "Events": "The only event named is NewOrder", and its notification "contains some order data", which http would send in the open. "same name and url again updates the subscription", so that a double entry (an error) is one subscription.',
  mend: 'Write `name: NewOrder` and an https address; take doubles out. Names and passwords inside an address belong into the environment: `${ERP_HOOK}`.',
  ignorable: true,
  check: ({ webhooks = [] }) => [...webhooks.flatMap(entryProblems), ...doubles(webhooks)],
}

function entryProblems({ name, address, tells, nameAt, urlAt }: WebhookEntry): Problem[] {
  const problems: Problem[] = []
  if (name !== shown) {
    const near = nearestWord(name, [shown])
    const fix = near === undefined ? `Write ${shown}, unless the store told you of this one.` : `Did you mean "${near}"?`
    const message = `the event "${name}" is not one that the platform shows`
    problems.push(makeProblem({ rule: 'webhook-form', severity: 'warning', at: nameAt, message, fix }))
  }
  if (address !== null && isOpen(new URL(address))) {
    const message = 'the address of this webhook is http, so that orders travel in the open'
    problems.push(makeProblem({ rule: 'webhook-form', severity: 'warning', at: urlAt, message, fix: 'Use https.' }))
  }
  if (tells) {
    const message = 'the address of this webhook holds a password or a key, which everybody can read who sees the catalogue'
    const fix = 'Write it as ${ERP_HOOK_KEY} and set that in the environment; change it if it was ever committed.'
    problems.push(makeProblem({ rule: 'webhook-form', severity: 'warning', at: urlAt, message, fix }))
  }
  return problems
}

function isOpen({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

function doubles(webhooks: readonly WebhookEntry[]): Problem[] {
  const first = new Map<string, WebhookEntry>()
  return webhooks.flatMap((webhook) => {
    const key = JSON.stringify([webhook.name, webhook.address])
    const known = webhook.address === null ? undefined : first.get(key)
    if (webhook.address !== null && !known) first.set(key, webhook)
    if (!known) return []
    const message = `this webhook for ${webhook.name} stands in the catalogue twice`
    const related = { message: 'the first one', at: known.urlAt }
    return [makeProblem({ rule: 'webhook-form', at: webhook.urlAt, message, fix: 'Keep one of the two.', related })]
  })
}
