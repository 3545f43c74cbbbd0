/** A text as it is searched: in lower case, and the same for an accent that is a character of its own. */
export function foldedText(text: string): string {
  return text.toLowerCase().normalize()
}
