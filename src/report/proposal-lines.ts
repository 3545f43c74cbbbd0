import { type MoveProposal, yamlOf } from '../plan/proposed-moves.ts'
import { countOf } from '../source/counts.ts'
import { line, type Line, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'

/** The most entries without `--verbose`. */
const mostMoves = 20

/** A proposal as lines; those of `yaml` are not to be cut. */
export interface ProposalLines {
  readonly before: readonly Line[]
  readonly yaml: readonly Line[]
  readonly after: readonly Line[]
}

/** The entries for `moved:` that a plan proposes. */
export function proposalLines(
  proposal: MoveProposal | null,
  { width, verbose }: { readonly width: number; readonly verbose: boolean },
): ProposalLines {
  if (proposal === null) return { before: [], yaml: [], after: [] }
  const { moves } = proposal
  const shown = verbose ? moves : moves.slice(0, mostMoves)
  const more = moves.length - shown.length
  const [has, seem] = moves.length === 1 ? ['has', 'seems'] : ['have', 'seem']
  const text = `${countOf(moves.length, 'record')} that ${has} left the catalogue ${seem} to be in it under another key. If so, add this to a document:`
  return {
    before: wrapLine([span('note: ', 'name'), span(text)], width, '      '),
    yaml: yamlOf(shown)
      .trimEnd()
      .split('\n')
      .map((each) => line(sanitizeLine(each))),
    after: more === 0 ? [] : [line(`and ${countOf(more, 'more entry', 'more entries')} (--verbose shows all)`, 'faint')],
  }
}
