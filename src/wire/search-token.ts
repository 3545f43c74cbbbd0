/** A token of a `_search` expression. Keywords are in upper case, strings without quotes and escapes. */
export interface SearchToken {
  readonly kind: 'keyword' | 'field' | 'number' | 'string' | 'sign'
  readonly text: string
  /** As written, for the error. */
  readonly source: string
}

const keywords: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'ISNULL', 'NOW', 'INTERVAL', 'DAY', 'MONTH', 'YEAR'])

const space = /[ \t\r\n]*/y
/** Strings have single or double quotes; a quote inside is doubled or after a backslash. Any other escape is invalid (assumptions.md R26). */
const shapes = {
  word: /[A-Za-z]\w*/y,
  number: /\d+(?:\.\d+)?(?![\w.])/y,
  string: /'(?:[^'\\]|''|\\['"\\])*'|"(?:[^"\\]|""|\\['"\\])*"/y,
  sign: /!=|>=|<=|[=<>()+-]/y,
} as const
const shapeNames = ['word', 'number', 'string', 'sign'] as const

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function unquoted(source: string): string {
  const quote = source.charAt(0)
  return source.slice(1, -1).replace(/\\(.)|(['"])\2/g, (pair: string, escaped?: string, doubled?: string) => {
    if (escaped !== undefined) return escaped
    return doubled === quote ? quote : pair
  })
}

function tokenOf(shape: (typeof shapeNames)[number], source: string): SearchToken {
  switch (shape) {
    case 'word': {
      const upper = source.toUpperCase()
      return keywords.has(upper) ? { kind: 'keyword', text: upper, source } : { kind: 'field', text: source, source }
    }
    case 'number':
    case 'sign':
      return { kind: shape, text: source, source }
    case 'string':
      return { kind: 'string', text: unquoted(source), source }
    default:
      return shape satisfies never
  }
}

/** The tokens of a `_search` expression; `unexpected` is the text at which no token can begin. */
export function searchTokens(text: string): readonly SearchToken[] | { readonly unexpected: string } {
  const tokens: SearchToken[] = []
  let at = matchAt(space, text, 0)?.length ?? 0
  while (at < text.length) {
    const place = at
    const shape = shapeNames.find((name) => matchAt(shapes[name], text, place) !== undefined)
    if (!shape) return { unexpected: /[^ \t\r\n]+/.exec(text.slice(at))?.[0] ?? '' }
    const source = matchAt(shapes[shape], text, at) ?? ''
    tokens.push(tokenOf(shape, source))
    at += source.length
    at += matchAt(space, text, at)?.length ?? 0
  }
  return tokens
}
