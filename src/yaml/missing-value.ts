import { oddBlankFix } from './odd-blank.ts'
import { quotedLine, repairedLine } from './repaired-line.ts'
import { lineAt, lineBeside } from './source-line.ts'
import type { Extent } from './source-node.ts'

/** The fix for a null, and for a key without a value of which nothing else is known. */
export const nullFix = 'Leave the key out to leave the field alone. Write "" for an empty text, and [] or {} for an empty collection.'

/** The levels whose entries are maps of lines below their key: sections or settings, and their records. */
const levelsOfMaps = 2

/** A key with nothing after it. */
interface BareKey {
  readonly text: string
  readonly extent: Extent
  /** 1 for a key at the top of the document. */
  readonly depth: number
}

/** The likely fix for a key with nothing after it: `title: #1 mug`, where the text is a comment, `{ quantity:40 }`, or lines that are not indented. */
export function missingValueFix(source: string, { text: key, extent: { start, end }, depth }: BareKey): string {
  const [, comment] = /^: +(#[^ #\n][^\n]{0,60})(?=\n|$)/.exec(source.slice(end, end + 100)) ?? []
  const quoted = comment === undefined ? undefined : quotedLine(key, comment.trimEnd())
  if (quoted !== undefined) return `A text that begins with # needs quotes: ${quoted}. ${nullFix}`
  const [, name = '', value = ''] = /^([A-Za-z_]\w*):(\S{1,60})$/.exec(key) ?? []
  if (name !== '') return `Put a space after the colon: ${repairedLine(name, value) ?? 'key: value'}`
  return (depth <= levelsOfMaps ? indentFix(source, start) : undefined) ?? nullFix
}

/** The fix for a key whose next line begins in its column, as in `MUG:` above `title: Mug`; `undefined` for any other. */
function indentFix(source: string, start: number): string | undefined {
  const own = lineAt(source, start)
  const below = start === own.start + own.indent ? lineBeside(source, own, 'below') : undefined
  if (!below || !/^(?:#|$)/.test(own.value)) return undefined
  const odd = oddBlankFix(source.slice(below.start, below.end))
  if (odd !== undefined) return odd
  if (below.key === undefined || below.indent !== own.indent || below.content.startsWith('-')) return undefined
  return `Indent the lines below by two more spaces if they belong to it. ${nullFix}`
}
