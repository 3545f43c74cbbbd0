import { rules } from './check-rules.ts'
import { loaderPages } from './loader-pages.ts'
import type { RulePage } from './rule-page.ts'

/** What people read of everything that `validate` can find: the rules, then what the reading of documents reports. */
export const rulePages: readonly RulePage[] = [...rules, ...loaderPages]
