/**
 * The next code like `code` that is not taken: its last number counted up, or `-2` added; cut in front of the number
 * where it would be longer than `most` characters. The same input gives the same code.
 */
export function freeCode(code: string, taken: ReadonlySet<string>, most = Number.POSITIVE_INFINITY): string {
  const numbered = /^(.*-)(\d+)$/s.exec(code)
  const [stem, digits] = numbered ? [numbered[1] ?? '', numbered[2] ?? '1'] : [`${code}-`, '1']
  for (let number = Number(digits) + 1; ; number += 1) {
    const tail = String(number).padStart(digits.length, '0')
    const free = `${stem.slice(0, most - tail.length)}${tail}`
    if (!taken.has(free)) return free
  }
}
