import { webhookDocument } from '../documents/catalogue-document.ts'
import { checkShape } from '../documents/check-shape.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { webhookAddress } from './webhook-entries.ts'
import { at, type Located, spanOf } from '../yaml/source-node.ts'

/** Webhook addresses that are none, with `${ENV}` filled in for the check only (semantics.md 9): no address is repeated. */
export function webhookProblems(webhooks: readonly Located[], env: Readonly<Record<string, string | undefined>>): Problem[] {
  return webhooks.flatMap((located) => {
    const { value } = checkShape(webhookDocument, located)
    const address = value === undefined ? null : webhookAddress(value.url, env)
    if (address === null || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))) return []
    const message = 'the url of a webhook must be an address such as https://erp.example/hooks'
    return [makeProblem({ rule: 'wrong-type', at: spanOf(at(located, 'url')), message })]
  })
}
