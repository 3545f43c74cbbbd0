import { countOf, formatCount } from '../source/counts.ts'
import { line, type Line, span, spread, wrapLine } from './line.ts'
import { changeName, markOf, rootName } from './root-summary.ts'
import type { ChangeView, RootView } from './view/root-view.ts'

interface Impossible {
  readonly root: RootView
  readonly view: ChangeView
}

/** What cannot be applied, each with its reason; empty where everything can. */
export function cannotLines(roots: readonly RootView[], width: number): readonly Line[] {
  const found = impossible(roots)
  if (found.length === 0) return []
  const entries = found.flatMap(({ root, view }) => {
    const head: Line = [markOf('cannot'), span(' '), ...nameOf({ root, view })]
    const reason = wrapLine([span('      '), span(view.reason)], width, '      ')
    return [spread(head, line(view.place, 'faint'), width) ?? head, ...reason]
  })
  return [line(`Cannot be applied (${formatCount(found.length)}):`, 'risk'), ...entries]
}

/** The same by their reasons, one example each. */
export function cannotByReason(roots: readonly RootView[], width: number): readonly Line[] {
  const found = impossible(roots)
  if (found.length === 0) return []
  const entries = [...Map.groupBy(found, ({ view }) => view.reason)].flatMap(([reason, [first, ...others]]) => {
    if (first === undefined) return []
    const more = others.length === 0 ? [] : [span(` and ${countOf(others.length, 'other change')}`)]
    return [
      ...wrapLine([markOf('cannot'), span(' '), ...nameOf(first), ...more], width, '  '),
      ...wrapLine([span('      '), span(reason)], width, '      '),
    ]
  })
  return [line(`Cannot be applied (${formatCount(found.length)}):`, 'risk'), ...entries]
}

function impossible(roots: readonly RootView[]): readonly Impossible[] {
  return roots
    .filter(({ packed }) => !packed)
    .flatMap((root) => [root.own, ...root.below].flatMap((view) => (view?.change.action === 'cannot' ? [{ root, view }] : [])))
}

function nameOf({ root, view }: Impossible): Line {
  return view === root.own ? rootName(root) : [...changeName(view), span(` of ${root.key}`)]
}
