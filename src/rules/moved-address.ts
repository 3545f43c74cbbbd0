import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { resourceOf } from '../resources/registry.ts'
import { isNamed } from './moved-keys.ts'
import type { MovedEnd, MovedEntry, Rule } from './rule.ts'

const fix = 'Write the sku of a product, or an address such as product.TEE, category.tees or group.dealer.'

/** Both ends of an entry under `moved` name records of one kind (docs/decisions/032-moved.md). */
export const movedAddress: Rule = {
  id: 'moved-address',
  topic: 'codes',
  doc: 'Both names of an entry under `moved` are those of two products, two categories or two groups.',
  severity: 'error',
  why: 'A text that is not an address is read as a sku. A product cannot become a category, and what belongs to a record, such as a variant, gets a new code with its record.',
  fix,
  check: ({ moved = [] }) => moved.flatMap(problemsOf),
}

function problemsOf({ from, to }: MovedEntry): Problem[] {
  const strange = [from, to].filter((end) => !isNamed(end))
  if (strange.length > 0) return strange.map(notMovable)
  if (from.resource === null || to.resource === null || from.resource === to.resource) return []
  const [old, other] = [resourceOf(from.resource).noun.one, resourceOf(to.resource).noun.one]
  const message = `"${from.written}" is a ${old} and "${to.written}" is a ${other}: a record cannot change its kind`
  return [makeProblem({ rule: 'moved-address', at: to.at, message, fix })]
}

function notMovable({ written, at }: MovedEnd): Problem {
  const message = `"${written}" is not the address of a product, a category or a group`
  return makeProblem({ rule: 'moved-address', at, message, fix: `For a product with this sku, write "product.${written}".` })
}
