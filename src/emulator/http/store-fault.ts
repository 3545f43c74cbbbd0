/** Characters of a message, which may quote a long value of the request. */
const longestMessage = 2000

function cut(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage).toWellFormed()}...` : message
}

/** A refused request: the HTTP status and the text of `msg` (platform.md, "Errors"). */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The row of assumptions.md that the refusal is based on, or `null`. */
  assumption: string | null = null
  /** The field whose value is refused, or `null`. */
  field: string | null = null

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(cut(message))
    this.status = status
    this.headers = headers
  }

  /** Sets the row of assumptions.md that the refusal is based on. */
  because(row: string): this {
    this.assumption = row
    return this
  }

  /** Sets the field whose value is refused. */
  of(field: string): this {
    this.field = field
    return this
  }
}

/** 404 of a single record (platform.md, "Errors"): `<Resource> <key_value> not found`. */
export function recordNotFound(node: string, key: string): StoreFault {
  return new StoreFault(404, `${node} ${key} not found`)
}

/** 406 (platform.md, "Errors"): `Invalid fields specified: <field_list>`, each name once, separated by commas (R28). */
export function invalidFields(names: Iterable<string>): StoreFault {
  return new StoreFault(406, `Invalid fields specified: ${[...new Set(names)].join(',')}`)
}

/** 400 for a value that is invalid for its field (assumptions.md W25). */
export function invalidValue(node: string, field: string, why: string): StoreFault {
  return new StoreFault(400, `${node}.${field}: ${why}`).because('W25').of(field)
}

/** 405 with the methods that the address supports. */
export function methodNotAllowed(method: string, allow: string, readOnly?: string): StoreFault {
  const why = readOnly === undefined ? `${method} is not supported here` : `${readOnly} is read-only; ${method} is not supported`
  return new StoreFault(405, why, { allow })
}
