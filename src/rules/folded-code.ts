/** What a database that ignores case and spaces at the end makes of a code (semantics.md 9). */
export function foldedCode(code: string): string {
  return code.trimEnd().toLowerCase()
}
