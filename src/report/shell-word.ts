/** A text as one word of a command line that a person copies to a shell. */
export function shellWord(text: string): string {
  return /^[\w./][\w./@%:,+-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
