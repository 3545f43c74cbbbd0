import type { FindingKind } from '../../view/finding-view.ts'

/** What the kinds of findings are called on the page. */
export const findingWords: Readonly<Record<FindingKind, string>> = {
  guard: 'stopped by a guard',
  slip: 'decimal slip',
  outlier: 'price outlier',
  move: 'large price move',
  removal: 'removal',
  access: 'access',
  hides: 'hidden from shoppers',
  empties: 'empties a category',
  shows: 'shown to shoppers',
  drift: 'overwrites a change in the store',
  hazard: 'other risk',
}
