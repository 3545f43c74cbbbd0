import type { Change } from '../diff/change.ts'

/** Who made the two sides differ, for a change that is one value, such as a price grid, a file or a whole row; empty where only the catalogue changed. */
export function originWords({ kind, action, origin }: Pick<Change, 'kind' | 'action' | 'origin'>): string {
  switch (origin) {
    case 'git':
      return ''
    case 'adopt':
      return 'already in store'
    case 'store':
      return kind !== 'grid' && action === 'create' ? 'removed in the store' : 'changed in the store'
    case 'both':
      return `changed in the catalogue and in the store${kind === 'grid' ? ': the whole grid is written' : ''}`
    default:
      return origin satisfies never
  }
}
