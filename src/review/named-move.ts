import { farthestOf, type Move, moveInWords, rawMovesOf } from '../report/view/moves-of.ts'
import type { FindingKind } from '../report/view/finding-view.ts'
import type { ChangeView } from '../report/view/root-view.ts'

const priceKinds: readonly FindingKind[] = ['slip', 'outlier', 'move']

/** The move of a change that one of these sentences names with both prices, the largest of several; `undefined` where none does. */
export function namedMove(view: ChangeView, sentences: readonly string[]): Move | undefined {
  return farthestOf(namedIn(rawMovesOf(view), sentences))
}

/** A finding in one line that begins with its figure where it is about a price, because the end of a long line is cut. */
export function findingNotice(
  { kind, sentence }: { readonly kind: FindingKind; readonly sentence: string },
  view: ChangeView | undefined,
): string {
  const moves = view === undefined ? [] : rawMovesOf(view)
  const named = farthestOf(namedIn(moves, [sentence]))
  const move = named ?? (priceKinds.includes(kind) ? farthestOf(moves) : undefined)
  const percent = move === undefined ? '' : moveInWords(move).percent
  return percent === '' ? sentence : `${percent}: ${sentence}`
}

function namedIn(moves: readonly Move[], sentences: readonly string[]): readonly Move[] {
  return moves.filter((move) => {
    const { before, after } = moveInWords(move)
    return sentences.some((sentence) => sentence.includes(` ${before} \u2192 ${after}`) || sentence.includes(` ${before} to ${after}`))
  })
}
