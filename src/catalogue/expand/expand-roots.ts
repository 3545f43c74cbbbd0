import type { Definition } from '../../documents/define-entry.ts'
import type { Desired, DesiredRecord } from '../../records/desired.ts'
import type { DefinitionMap, Definitions } from '../layers/definitions.ts'
import { expandCategory } from './expand-category.ts'
import { expandGroup } from './expand-group.ts'
import { expandWebhooks } from './expand-webhooks.ts'
import { type Expansion, type ExpansionContext, type Findings, findingsOf, startExpansion } from './expansion.ts'
import { gridCells } from './grid-cells.ts'
import { setLiveOwned } from './set-live-owned.ts'

/** Groups, categories and webhooks; a resource that the catalogue does not declare is absent. */
export type SmallRoots = Pick<Desired['roots'], 'UserGroups' | 'Cat' | 'Webhooks'>

/** What is expanded before products: all of it stays in memory. */
export interface ExpandedRoots extends Findings {
  readonly roots: SmallRoots
}

/** Expands price lists, groups, categories and webhooks. */
export function expandRoots(context: ExpansionContext, { groups, categories, lists }: Definitions): ExpandedRoots {
  const expansion = startExpansion(context)
  for (const list of context.priceLists.values()) gridCells(expansion, list.value, list.located)
  const expand = <T>(map: DefinitionMap<T>, one: (expansion: Expansion, definition: Definition<T>) => DesiredRecord): DesiredRecord[] =>
    Array.from(map.values(), (definition) => setLiveOwned(one(expansion, definition), context.liveOwned))
  const roots: SmallRoots = {
    ...(groups && { UserGroups: expand(groups, expandGroup) }),
    ...(categories && { Cat: expand(categories, expandCategory) }),
    ...(lists.webhooks.length > 0 && { Webhooks: expandWebhooks(lists.webhooks) }),
  }
  return { roots, ...findingsOf(expansion) }
}
