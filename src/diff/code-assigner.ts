/**
 * Assigns codes, each at most once. A code that is in use gets the next one like it: its last number counted up, or `-2`
 * appended; its start is cut where it would be longer than `most` characters. `reserved` codes never replace another one.
 * The same calls in the same order give the same codes.
 */
export function codeAssigner(
  { inUse, reserved }: { readonly inUse: readonly string[]; readonly reserved: readonly string[] },
  most = Number.POSITIVE_INFINITY,
): (code: string) => string {
  const taken = new Set(inUse)
  const blocked = new Set(reserved)
  const links = new Map<string, Map<bigint, bigint>>()
  return (code) => {
    const assigned = taken.has(code) ? nextFree(seriesOf(code, most), links, (text) => taken.has(text) || blocked.has(text)) : code
    taken.add(assigned)
    return assigned
  }
}

/** The codes that count up from one code. */
interface Series {
  readonly name: string
  readonly first: bigint
  readonly textOf: (number: bigint) => string
}

function seriesOf(code: string, most: number): Series {
  const numbered = /^(.*-)(\d+)$/s.exec(code)
  const [stem, digits] = numbered ? [numbered[1] ?? '', numbered[2] ?? '1'] : [`${code}-`, '1']
  return {
    name: `${digits.length} ${stem}`,
    first: BigInt(digits) + 1n,
    textOf: (number) => {
      const tail = String(number).padStart(digits.length, '0')
      return `${stem.slice(0, Math.max(0, most - tail.length))}${tail}`
    },
  }
}

/** Each number that is in use links to one that was free later, so that many codes of one series cost no more than one look each. */
function nextFree({ name, first, textOf }: Series, links: Map<string, Map<bigint, bigint>>, isUsed: (text: string) => boolean): string {
  const known = links.get(name) ?? new Map<bigint, bigint>()
  links.set(name, known)
  const passed: bigint[] = []
  let number = first
  for (;;) {
    const link = known.get(number) ?? (isUsed(textOf(number)) ? number + 1n : undefined)
    if (link === undefined) break
    passed.push(number)
    number = link
  }
  for (const used of passed) known.set(used, number)
  return textOf(number)
}
