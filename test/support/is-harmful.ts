/** True for a text that controls a terminal or reverses the direction of text: any control character except the end of a line. */
export function isHarmful(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text.replaceAll('\n', ''))
}
