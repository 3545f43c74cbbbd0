/**
 * A remark where two values differ, but look the same: by blanks, by characters that are not shown, or by the form in which an accent is
 * written. Empty for values that look different, and where one of them is absent.
 */
export function alikeText(before: string | null, after: string | null): string {
  if (before === null || after === null || before === after) return ''
  return lookOf(before) === lookOf(after) ? 'differs only in blanks or in characters that look the same' : ''
}

/** Blanks of any kind and number as one, no invisible characters, composed accents. */
function lookOf(text: string): string {
  return text
    .normalize()
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}
