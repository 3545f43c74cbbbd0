/** What an expression of a workflow can name, such as `{ github: { event_name: 'push' } }`. */
export type ExpressionContext = Readonly<Record<string, unknown>>

const tokenPattern = /\s*(?:('(?:[^']|'')*')|(&&|\|\||==|!=|[!(),])|([\w.-]+)|(\d+))/y

/** The value of an expression of GitHub Actions: operators, texts, paths, and the functions that our workflows use. */
export function evaluate(expression: string, context: ExpressionContext): unknown {
  const tokens = tokensOf(expression)
  const take = (token: string): boolean => tokens[0] === token && tokens.shift() !== undefined
  const either = (): unknown => {
    let value = both()
    while (take('||')) {
      const other = both()
      value = isTrue(value) ? value : other
    }
    return value
  }
  const both = (): unknown => {
    let value = comparison()
    while (take('&&')) {
      const other = comparison()
      value = isTrue(value) ? other : value
    }
    return value
  }
  const comparison = (): unknown => {
    const value = single()
    if (take('==')) return textOf(value) === textOf(single())
    if (take('!=')) return textOf(value) !== textOf(single())
    return value
  }
  const single = (): unknown => {
    if (take('!')) return !isTrue(single())
    if (take('(')) {
      const value = either()
      if (!take(')')) throw new Error(`a bracket is open in ${expression}`)
      return value
    }
    const token = tokens.shift() ?? ''
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'")
    if (!take('(')) return pathIn(context, token)
    const values: unknown[] = []
    while (!take(')')) {
      values.push(either())
      take(',')
    }
    return call(token, values, context)
  }
  const value = either()
  if (tokens.length > 0) throw new Error(`${tokens.join(' ')} is left of ${expression}`)
  return value
}

/** A text of a workflow with the values of its `${{ }}`. */
export function expand(text: string, context: ExpressionContext): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, inner: string) => textOf(evaluate(inner.trim(), context)))
}

/** Whether GitHub takes a value for true. */
export function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0
}

function tokensOf(expression: string): string[] {
  const tokens: string[] = []
  for (tokenPattern.lastIndex = 0; tokenPattern.lastIndex < expression.trimEnd().length;) {
    const found = tokenPattern.exec(expression)
    if (found === null) throw new Error(`the expression ${expression} cannot be read`)
    tokens.push(found[0].trim())
  }
  return tokens
}

function pathIn(context: ExpressionContext, path: string): unknown {
  let value: unknown = context
  for (const key of path.split('.'))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  return value
}

function call(name: string, values: readonly unknown[], context: ExpressionContext): unknown {
  switch (name) {
    case 'fromJSON':
      return JSON.parse(String(values[0]))
    case 'format':
      return String(values[0]).replaceAll(/\{(\d)\}/g, (_, at: string) => textOf(values[Number(at) + 1]))
    case 'always':
      return true
    case 'cancelled':
      return false
    case 'success':
      return pathIn(context, 'job.failed') !== true
    default:
      throw new Error(`there is no function ${name}`)
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
