/**
 * The start of a fold with this summary, which is HTML. It begins and ends with a blank line: in CommonMark a line of HTML goes on to the next
 * blank line, and back-ticks mean nothing in it.
 */
export function foldHead(summary: string): string {
  return `\n<details><summary>${summary}</summary>\n\n`
}

/** The end of a fold, with the blank line without which what follows would be HTML. */
export const foldFoot = '\n</details>\n\n'
