/** True for a text that a terminal would act on, or that turns text around: any control character but the end of a line. */
export function isHarmful(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text.replaceAll('\n', ''))
}
