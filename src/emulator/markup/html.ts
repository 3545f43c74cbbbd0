import { escapeHtml } from './escape.ts'

/** Markup that is sent without escaping. Only `html`, and code that rebuilds markup from scratch, creates it. */
export interface Html {
  readonly markup: string
}

/** A value in a template: texts are escaped; `null`, `undefined` and `false` produce nothing. */
export type Part = string | number | Html | null | undefined | false | readonly Part[]

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

/** A template of a page. Every value is escaped, except markup that `html` itself created. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, at) => text + markupOf(parts[at])).join('') }
}
