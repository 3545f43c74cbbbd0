/** A replacement in a text, by offsets in UTF-16 units; an insertion has equal offsets. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text with all edits applied and its own line endings. Edits must not overlap; insertions at one offset keep the given order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const isWindows = text.includes('\r\n')
  const ordered = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  let from = 0
  const parts: string[] = []
  for (const edit of ordered) {
    parts.push(text.slice(from, edit.start), isWindows ? edit.text.replaceAll('\n', '\r\n') : edit.text)
    from = Math.max(from, edit.end)
  }
  return parts.join('') + text.slice(from)
}
