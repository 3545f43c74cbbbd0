import { commentsIn } from '../comments.ts'
import { type OnPart, unreported, within } from '../line-reporter.ts'
import type { ReadYaml } from '../read-with-library.ts'
import { readYaml } from '../read-yaml.ts'
import { isSameNode } from '../same-node.ts'

/** The text of a document and its parsed value. */
export interface ReadText {
  readonly text: string
  readonly read: ReadYaml
}

/** True where a document has the same values and comments as another text; the order of keys does not count. */
export function isSameDocument({ text, read }: ReadText, after: string, onPart = unreported): boolean {
  const other = readYaml('', after, { isOverlay: true, onPart: within(onPart, 0, 0.6) })
  if (read.problems.length !== other.problems.length || (read.root === null) !== (other.root === null)) return false
  if (read.root && other.root && !isSameNode(read.root, other.root)) return false
  return sortedComments(text, within(onPart, 0.6, 0.8)) === sortedComments(after, within(onPart, 0.8, 1))
}

function sortedComments(text: string, onPart: OnPart): string {
  return JSON.stringify(commentsIn(text, onPart).toSorted())
}
