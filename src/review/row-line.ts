import { fitLine, type Line, span, spread } from '../report/line.ts'
import { formatMove } from '../report/amounts.ts'
import type { ChangeView } from '../report/view/root-view.ts'
import { cellsOf, changeName, markOf, rootName } from '../report/root-summary.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { ReviewRow } from './review-rows.ts'

/** One row of the list in exactly `width` columns; the row of the cursor has a mark, not only a colour. */
export function rowLine(row: ReviewRow, isCursor: boolean, width: number): Line {
  const sign = isCursor ? span('\u25B8', 'strong') : span(' ')
  return [sign, ...fitLine(row.isRoot ? rootRow(row, width - 1) : belowRow(row, width - 1), width - 1)]
}

function rootRow({ root, view }: ReviewRow, width: number): Line {
  const head: Line = [markOf(root.action), span(' '), ...rootName(root), ...riskSign(view)]
  const count = root.below.length === 0 ? '' : `+${root.below.length}`
  return spread(head, [span(count, 'faint')], width) ?? head
}

function belowRow({ view }: ReviewRow, width: number): Line {
  if (view === null) return []
  const head: Line = [span('  '), markOf(view.change.action), span(' '), ...changeName(view), ...riskSign(view)]
  const remark = remarkOf(view)
  return spread(head, [span(remark, 'faint')], width) ?? [...head, span(`  ${remark}`, 'faint')]
}

function riskSign(view: ChangeView | null): Line {
  return view === null || view.risks.length === 0 ? [] : [span(' \u26A0', 'risk')]
}

function remarkOf(view: ChangeView): string {
  const { change } = view
  if (change.kind === 'grid') {
    const { created, updated, removed, all } = cellsOf([view])
    return `${created + updated + removed}/${all}`
  }
  if (change.kind === 'file' || change.action !== 'update') return ''
  const [only] = change.fields
  if (change.fields.length === 1 && only !== undefined) {
    const move = only.field === 'price' ? formatMove(only.before, only.after) : ''
    return move === '' ? sanitizeLine(only.field) : move
  }
  return `${change.fields.length} fields`
}
