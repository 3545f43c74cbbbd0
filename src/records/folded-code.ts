/** The code as a store that ignores case and the spaces around a code compares it (semantics.md 9). */
export function foldedCode(code: string): string {
  return code.trim().toLowerCase()
}
