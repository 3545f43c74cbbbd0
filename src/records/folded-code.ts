/** The code as a database that ignores case and trailing spaces compares it (semantics.md 9). */
export function foldedCode(code: string): string {
  return code.trimEnd().toLowerCase()
}
