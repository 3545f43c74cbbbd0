import type { Config } from './config/config.ts'
import type { Problem } from '../problems/problem.ts'
import { rules } from '../rules/check-rules.ts'

const absences = new Set(rules.filter(({ needsWhole }) => needsWhole === true).map(({ id }) => id))

/**
 * What is said of one store, without what seems to be missing or unused only because its overlay says otherwise: the
 * catalogue itself is judged by a store without an overlay, or by the only one.
 */
export function withoutForeignAbsences(problems: readonly Problem[], { store: { overlay }, stores }: Config): readonly Problem[] {
  const isAlone = Object.values(stores).every((store) => store.overlay === overlay)
  if (overlay === null || isAlone) return problems
  return problems.filter(({ rule, at }) => !absences.has(rule) || at.file.startsWith(`${overlay}/`))
}
