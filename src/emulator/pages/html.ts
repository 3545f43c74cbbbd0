import { visibleText } from './visible-text.ts'

/** Markup that may be sent as it is: only `html`, and what rebuilds markup from scratch, makes it. */
export interface Html {
  readonly markup: string
}

/** What may stand in a template: texts are escaped, nothing is left out for `null`, `undefined` and `false`. */
export type Part = string | number | Html | null | undefined | false | readonly Part[]

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text for an element or a quoted attribute, with control characters made visible. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

/** A template of a page: every value in it is escaped, but for what `html` itself made. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, at) => text + markupOf(parts[at])).join('') }
}
