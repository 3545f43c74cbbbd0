import { escapeXml } from '../../escape-markup.ts'

/** What an element contains: escaped texts, and elements made by `svg`. */
export type SvgPart = { readonly markup: string }

type Attributes = Readonly<Record<string, string | number>>

/** Text size of a chart in pixels; widths are estimated from it, since no font can be measured here. */
const characterWidth = 7

/** An SVG element; attribute values and texts are escaped. */
export function svg(name: string, attributes: Attributes, ...content: readonly (SvgPart | string)[]): SvgPart {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  const inner = content.map((part) => (typeof part === 'string' ? escapeXml(part) : part.markup)).join('')
  return { markup: `<${name}${written.join('')}>${inner}</${name}>` }
}

/** A text of a chart; `anchor`: which end of it is at `x`. */
export function svgText(text: string, at: { readonly x: number; readonly y: number }, more: Attributes = {}): SvgPart {
  return svg('text', { x: at.x, y: at.y, class: 'ink', fill: '#1d2430', ...more }, text)
}

/** The attributes of a text that is less important. */
export const faint = { class: 'faint', fill: '#596273' } as const

/** A whole chart of this size, as a file that can be embedded in a page: with its name, a background and a font, without any style sheet. */
export function svgChart(
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
  parts: readonly SvgPart[],
): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    class: 'chart',
    'font-family': 'system-ui, -apple-system, "Segoe UI", sans-serif',
    'font-size': 12,
  }
  const paper = svg('rect', { width, height, class: 'paper', fill: '#ffffff' })
  return svg('svg', attributes, svg('title', {}, name), paper, ...parts).markup
}

/** About how many pixels wide a text is; characters of East Asian scripts count twice. */
export function textWidth(text: string): number {
  let units = 0
  for (const character of text) units += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1
  return units * characterWidth
}

/** A text of at most so many characters; its middle is left out, since names often differ at the end. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text)
  if (characters.length <= most) return text
  const head = Math.ceil((most - 1) / 2)
  return `${characters.slice(0, head).join('')}\u2026${characters.slice(characters.length - (most - 1 - head)).join('')}`
}
