import type { Origin } from '../diff/change.ts'

/** Who made the two sides differ, for a change that is one value, such as a price grid; empty where only the catalogue changed. */
export function originWords(origin: Origin): string {
  switch (origin) {
    case 'git':
      return ''
    case 'adopt':
      return 'already in store'
    case 'store':
      return 'changed in the store'
    case 'both':
      return 'changed in the catalogue and in the store'
    default:
      return origin satisfies never
  }
}
