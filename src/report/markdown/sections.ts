/** A part of a section that is shown whole, in one of its forms, or counted. */
export interface Item {
  /** The forms, the richest first; each ends with a newline and is made only where it may be shown. */
  readonly forms: readonly (() => string)[]
}

/** A part of a document that takes more or less space. */
export interface Section {
  readonly head: string
  readonly items: readonly Item[]
  readonly foot: string
  /** The line for so many items that are not shown. */
  readonly more: (count: number) => string
}

/**
 * Sections in their order within so many UTF-8 bytes. Small sections come first in the distribution: what they leave goes to the large. No
 * item is cut: it is shown in one of its forms or counted.
 */
export function renderSections(sections: readonly Section[], maxBytes: number): string {
  const shown: string[] = sections.map(() => '')
  let left = maxBytes
  const order = sections.map((section, index) => ({ index, size: sizeWithin(section, maxBytes) })).toSorted((a, b) => a.size - b.size)
  for (const [done, { index }] of order.entries()) {
    const section = sections[index]
    if (section === undefined) continue
    const text = renderSection(section, Math.floor(left / (order.length - done)))
    shown[index] = text
    left -= bytesOf(text)
  }
  return shown.join('')
}

/** The bytes of a section that shows everything, as far as the limit. */
function sizeWithin({ head, items, foot }: Section, limit: number): number {
  let size = bytesOf(head) + bytesOf(foot)
  for (const { forms } of items) {
    if (size > limit) break
    size += bytesOf(forms[0]?.() ?? '')
  }
  return size
}

/** One section within so many bytes; empty where not even its count fits. */
function renderSection({ head, items, foot, more }: Section, maxBytes: number): string {
  if (items.length === 0) return ''
  let left = maxBytes - bytesOf(head) - bytesOf(foot) - bytesOf(more(items.length))
  if (left < 0) return ''
  const shown: string[] = []
  for (const { forms } of items) {
    const shortest = forms.at(-1)?.() ?? ''
    if (bytesOf(shortest) > left) break
    shown.push(shortest)
    left -= bytesOf(shortest)
  }
  for (const [index, shortest] of shown.entries()) {
    const text = richestWithin(items[index]?.forms ?? [], bytesOf(shortest) + left) ?? shortest
    left -= bytesOf(text) - bytesOf(shortest)
    shown[index] = text
  }
  const hidden = items.length - shown.length
  return `${head}${shown.join('')}${hidden === 0 ? '' : more(hidden)}${foot}`
}

function richestWithin(forms: Item['forms'], maxBytes: number): string | undefined {
  return Iterator.from(forms)
    .map((form) => form())
    .find((text) => bytesOf(text) <= maxBytes)
}

/** The UTF-8 bytes of a text. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}
