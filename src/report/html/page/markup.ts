import { escapeMarkup } from '../../escape-markup.ts'

/** Markup that is written without escaping. */
export interface Markup {
  readonly markup: string
}

/** A value in a template: texts are escaped; `null` and `false` produce nothing. */
type Part = string | number | Markup | null | false | readonly Part[]

/** A template of a page. Every value is escaped, except markup. */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: texts.map((text, at) => text + written(parts[at] ?? null)).join('') }
}

function written(part: Part): string {
  if (part === null || part === false) return ''
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return escapeMarkup(part)
  return 'markup' in part ? part.markup : part.map(written).join('')
}

/**
 * A value as JSON in a `<script>` element: no `<`, so that neither `</script>` nor a comment can end or open it, and no line separators
 * of older JavaScript.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
