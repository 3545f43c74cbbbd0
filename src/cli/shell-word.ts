/** A path or name as a shell reads it: quoted where it needs to be. */
export function shellWord(text: string): string {
  return /^[\w./][\w./@+-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
