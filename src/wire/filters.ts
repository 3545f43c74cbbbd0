/** A field and its accepted values: a record must have one of them. `%` in a value matches any text. */
export interface Filter {
  readonly field: string
  readonly values: readonly string[]
}

/** The query of a list GET (docs/api.md, "Query parameters on GET list and search"); `null` = not given. */
export interface ListQuery {
  /** In the order in which the fields first appear; field names are not checked. */
  readonly filters: readonly Filter[]
  /** How the filters combine: `all` = AND (the default), `any` = OR. */
  readonly match: 'all' | 'any'
  /** The value of `_search`, not parsed. */
  readonly search: string | null
  /** Requested page size, at least 1; the caller applies the maximum of 2000. */
  readonly results: number | null
  /** Zero-based. */
  readonly start: number | null
  /** The value of `_fields`; `parseFieldList` reads it. */
  readonly fields: string | null
  /** The application key, where it is not in the Authorization header. Never print it. */
  readonly key: string | null
}

/** Why a query is invalid, and the names of its invalid parameters (docs/assumptions.md R3, R6). */
export interface QueryFault {
  readonly fault: 'unknown' | 'repeated' | 'value'
  readonly names: readonly string[]
}

const reserved: ReadonlySet<string> = new Set(['_match', '_search', '_results', '_start', '_fields', '_key'])

function wholeNumber(text: string | null | undefined): number | null {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function parametersOf(query: string): ReadonlyMap<string, readonly string[]> {
  const given = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(query)) {
    const known = given.get(name)
    if (known) known.push(value)
    else given.set(name, [value])
  }
  return given
}

function faultOf(own: ReadonlyMap<string, readonly string[]>): QueryFault | null {
  const names = [...own.keys()]
  const unknown = names.filter((name) => !reserved.has(name))
  if (unknown.length > 0) return { fault: 'unknown', names: unknown }
  const repeated = names.filter((name) => own.get(name)?.length !== 1)
  if (repeated.length > 0) return { fault: 'repeated', names: repeated }
  const first = (name: string): string | undefined => own.get(name)?.[0]
  const bad: string[] = []
  if (own.has('_match') && first('_match') !== 'any') bad.push('_match')
  if (own.has('_results') && !wholeNumber(first('_results'))) bad.push('_results')
  if (own.has('_start') && wholeNumber(first('_start')) === null) bad.push('_start')
  return bad.length > 0 ? { fault: 'value', names: bad } : null
}

/** Parses the raw query text, without its `?`; a bare `%` at the end of a value is kept. */
export function parseFilters(query: string): ListQuery | QueryFault {
  const given = [...parametersOf(query)]
  const own = new Map(given.filter(([name]) => name.startsWith('_')))
  const first = (name: string): string | null => own.get(name)?.[0] ?? null
  return (
    faultOf(own) ?? {
      filters: given.filter(([name]) => !name.startsWith('_')).map(([field, values]) => ({ field, values })),
      match: own.has('_match') ? 'any' : 'all',
      search: first('_search'),
      results: wholeNumber(first('_results')),
      start: wholeNumber(first('_start')),
      fields: first('_fields'),
      key: first('_key'),
    }
  )
}

/** Percent-encodes a text, except commas and colons: a query allows them, and a long `_fields` becomes a third shorter. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%2C/g, ',').replace(/%3A/g, ':')
}

/** The query text of a list GET, without its `?`; properties that are left out are not sent. */
export function formatFilters(query: Partial<ListQuery>): string {
  const filters = (query.filters ?? []).flatMap(({ field, values }) => values.map((value) => [field, value] as const))
  const own = [
    ['_match', query.match === 'any' ? 'any' : null],
    ['_search', query.search ?? null],
    ['_results', query.results ?? null],
    ['_start', query.start ?? null],
    ['_fields', query.fields ?? null],
    ['_key', query.key ?? null],
  ] as const
  return [...filters, ...own]
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`)
    .join('&')
}
