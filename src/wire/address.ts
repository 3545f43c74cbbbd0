/** Where the Data API begins, below a store's base address (platform.md, "Endpoints"). */
const apiPath = '/API/V3/'

/** The parts of a path of the Data API. `spec` and `key` are percent-decoded; `parseSpec` checks the specification. */
export type Address =
  | { readonly kind: 'list'; readonly spec: string }
  | { readonly kind: 'record'; readonly spec: string; readonly key: string }
  | { readonly kind: 'schema'; readonly spec: string }

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/**
 * Parses a path of the Data API, percent-encoded and without its query (platform.md, "Endpoints"); `null` for any other path. A `+`
 * stays a `+`, a trailing slash is optional (assumptions.md R33), a slash inside a key is written `%2F` (R13).
 */
export function parseAddress(path: string): Address | null {
  if (!path.startsWith(apiPath)) return null
  const segments = path.slice(apiPath.length).split('/')
  if (segments.length > 1 && segments.at(-1) === '') segments.pop()
  const [spec = '', key, ...more] = segments.map(decoded)
  if (more.length > 0 || spec === null || spec === '' || key === null || key === '') return null
  if (key !== undefined) return { kind: 'record', spec, key }
  return spec.endsWith('.xsd') ? { kind: 'schema', spec: spec.slice(0, -'.xsd'.length) } : { kind: 'list', spec }
}

/** The path of a list GET: `/API/V3/<spec>/`. */
export function listPath(spec: string): string {
  return `${apiPath}${spec}/`
}

/** The path of a POST and of a DELETE by query: `/API/V3/<spec>`. */
export function writePath(spec: string): string {
  return `${apiPath}${spec}`
}

/** The path of one record: `/API/V3/<spec>/<key>`, the key percent-encoded. */
export function recordPath(spec: string, key: string): string {
  return `${apiPath}${spec}/${encodeURIComponent(key)}`
}

/** The path of the schema file of a specification: `/API/V3/<spec>.xsd`. */
export function schemaPath(spec: string): string {
  return `${apiPath}${spec}.xsd`
}

/** The `id` attribute of a record: `Model::<kind>::<key>` (platform.md, "Response format of GET"); kind = node name, assumed (R18). */
export function formatRecordId(kind: string, key: string): string {
  return `Model::${kind}::${key}`
}

/** Parses the `id` attribute of a record; `null` where it has another form. */
export function parseRecordId(text: string): { readonly kind: string; readonly key: string } | null {
  const parts = /^Model::([^:]+)::([\s\S]*)$/.exec(text)
  return parts ? { kind: parts[1] ?? '', key: parts[2] ?? '' } : null
}
