import { formatDocument } from './format-document.ts'

/**
 * The text of a document that was edited, in the canonical form where it had that before (`undefined`: a new document); a
 * document with a form of its own keeps it.
 */
export function keepForm(file: string, before: string | undefined, after: string): string {
  if (before !== undefined && laidOut(file, before) !== before) return after
  return laidOut(file, after) ?? after
}

function laidOut(file: string, text: string): string | undefined {
  const formatted = formatDocument(file, text)
  return 'text' in formatted ? formatted.text : undefined
}
