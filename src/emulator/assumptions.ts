/** One thing that platform.md does not show, and what the emulator does instead: a row of assumptions.md. */
interface Assumption {
  /** The row of assumptions.md. */
  readonly id: string
  /** What the value decides. */
  readonly doc: string
  /** Every value that is built; the first one is the default. */
  readonly values: readonly [string, ...string[]]
}

/**
 * The named defaults of the emulator. Each switch has the plausible readings of a gap in platform.md as its values,
 * so that the engine can be run under every one of them (assumptions.md, rule P3).
 */
export const assumptions = {
  writeReply: { id: 'W1', doc: 'What a POST or PUT answers.', values: ['records', 'rsp-ok', 'empty-204', '201'] },
  batch: { id: 'W4', doc: 'What stays of a body with a bad record.', values: ['atomic', 'stop', 'continue'] },
  unknownUid: { id: 'W7', doc: 'POST of a price entry with a uid that does not exist.', values: ['404', 'insert'] },
  pricingRules: { id: 'W10', doc: 'Whether a grid with gaps or overlaps is refused.', values: ['accept', 'reject'] },
  links: { id: 'W12', doc: 'POST of a pair that exists (ProdCat, CatParent, ProdAccessGroup).', values: ['upsert', 'duplicate', 'error'] },
  attributes: { id: 'W13', doc: 'What tells attributes of a sku apart.', values: ['label', 'label+value', 'always-insert'] },
  nested: { id: 'W15', doc: 'Nested rows join those that exist, or take their place.', values: ['merge', 'replace'] },
  unknownField: { id: 'W17', doc: 'A field that the resource does not have, in a write.', values: ['406', 'ignore', 'store'] },
  putMissing: { id: 'W19', doc: 'PUT of a record that does not exist.', values: ['404', 'create'] },
  unset: { id: 'W22', doc: 'How a field that was never set is written.', values: ['empty-element', 'omit'] },
  numbers: { id: 'W23', doc: 'How a number is written.', values: ['shortest', 'two-decimals', 'verbatim'] },
  booleans: { id: 'W24', doc: 'How a boolean is written.', values: ['words', 'digits'] },
  tooLong: { id: 'W26', doc: 'A text over the limit of its field.', values: ['400', 'truncate'] },
  references: { id: 'W27', doc: 'A reference to a record that does not exist.', values: ['accept', 'reject'] },
  deletes: { id: 'W28', doc: 'DELETE of any resource, or only what platform.md shows.', values: ['generic', 'shown'] },
  cascade: { id: 'W31', doc: 'What a DELETE of a Product, Variant or Cat takes with it.', values: ['none', 'owned'] },
  collation: { id: 'W32', doc: 'Whether case counts in keys and comparisons.', values: ['exact', 'nocase'] },
  autoInventory: { id: 'W34', doc: 'Whether a new product gets an Inventory row by itself.', values: ['no', 'yes'] },
  slug: { id: 'W35', doc: 'Whether the store makes slugs and makes them unique.', values: ['verbatim', 'generate'] },
  text: { id: 'W36', doc: 'What happens to text on the way in.', values: ['verbatim', 'trim', 'lf'] },
  lag: { id: 'W38', doc: 'Milliseconds until a read sees a write.', values: ['0', '200'] },
  variantOptions: { id: 'W40', doc: 'The field names of VariantOptions.', values: ['assumed', 'renamed'] },
  order: { id: 'R1', doc: 'The order of results, stable within a run.', values: ['key', 'insertion', 'shuffled'] },
  results: { id: 'R3', doc: '_results above 2000.', values: ['clamp', 'reject'] },
  unknownParam: { id: 'R6', doc: 'A query parameter with a leading underscore that is not known.', values: ['406', 'ignore'] },
  underscore: { id: 'R10', doc: 'An underscore in the value of a filter.', values: ['literal', 'wildcard'] },
  fieldsKey: { id: 'R14', doc: 'Whether _fields always brings the key.', values: ['asked', 'always'] },
  nodes: { id: 'R16', doc: 'The element name of a resource that was asked for by an alias.', values: ['canonical', 'as-asked'] },
  href: { id: 'R19', doc: 'The form of a record address.', values: ['path', 'absolute'] },
  namespace: {
    id: 'R20',
    doc: 'The namespace of a ResultSet.',
    values: ['urn:online-store:api:v3', 'http://store.example/API/V3/namespace'],
  },
  timezone: { id: 'R22', doc: 'The zone of the times that the store writes.', values: ['UTC', '+02:00'] },
  dateFields: {
    id: 'R23',
    doc: 'Fields that NOW and INTERVAL work on: those of the row, or only those of Order.',
    values: ['declared', 'order'],
  },
  dateFunctions: { id: 'R24', doc: 'DAY(field), MONTH(field) and YEAR(field) in _search.', values: ['406', 'accept'] },
  errorBody: { id: 'R31', doc: 'The body of an error that platform.md does not show.', values: ['rsp', 'html', 'empty'] },
  longestUrl: { id: 'R31', doc: 'Characters of the longest address; a longer one is 414.', values: ['65536', '8000'] },
  contentType: { id: 'R32', doc: 'The content type of XML answers.', values: ['application/xml', 'text/xml'] },
  authError: { id: 'K1', doc: 'The status of a missing or unknown key.', values: ['401', '403', '200-rsp'] },
  webhookDeleteAll: { id: 'H5', doc: 'DELETE of Webhooks without a parameter.', values: ['400', 'all'] },
  webhookPayload: { id: 'H2', doc: 'The JSON of a notification.', values: ['event', 'flat', 'number'] },
  webhookRetries: { id: 'H3', doc: 'How often a notification is tried again that was not answered with 2xx.', values: ['none', 'three'] },
  oauthErrors: { id: 'O1', doc: 'How OAuth says no.', values: ['rfc', 'html', 'empty'] },
  mkParents: { id: 'F2', doc: 'Whether PUT makes the folders above a file.', values: ['no', 'yes'] },
  dirNoSlash: { id: 'F3', doc: 'GET of a folder without a slash at the end.', values: ['301', 'list'] },
  list: { id: 'F4', doc: 'The markup of a folder list.', values: ['minimal', 'apache'] },
  fileCase: { id: 'F6', doc: 'Whether case counts in file names.', values: ['exact', 'nocase'] },
  infinity: { id: 'F7', doc: 'PROPFIND with Depth: infinity.', values: ['403', 'accept'] },
  dirDelete: { id: 'F11', doc: 'DELETE of a folder.', values: ['recursive', '403'] },
} as const satisfies Readonly<Record<string, Assumption>>

/** A value for every switch of `assumptions`. */
export type Switches = { readonly [N in keyof typeof assumptions]: (typeof assumptions)[N]['values'][number] }

/** Records on a page (platform.md, "Limits"): the default and the maximum. */
export const pageSize = 2000

const defaults: Switches = {
  writeReply: 'records',
  batch: 'atomic',
  unknownUid: '404',
  pricingRules: 'accept',
  links: 'upsert',
  attributes: 'label',
  nested: 'merge',
  unknownField: '406',
  putMissing: '404',
  unset: 'empty-element',
  numbers: 'shortest',
  booleans: 'words',
  tooLong: '400',
  references: 'accept',
  deletes: 'generic',
  cascade: 'none',
  collation: 'exact',
  autoInventory: 'no',
  slug: 'verbatim',
  text: 'verbatim',
  lag: '0',
  variantOptions: 'assumed',
  order: 'key',
  results: 'clamp',
  unknownParam: '406',
  underscore: 'literal',
  fieldsKey: 'asked',
  nodes: 'canonical',
  href: 'path',
  namespace: 'urn:online-store:api:v3',
  timezone: 'UTC',
  dateFields: 'declared',
  dateFunctions: '406',
  errorBody: 'rsp',
  longestUrl: '65536',
  contentType: 'application/xml',
  authError: '401',
  webhookDeleteAll: '400',
  webhookPayload: 'event',
  webhookRetries: 'none',
  oauthErrors: 'rfc',
  mkParents: 'no',
  dirNoSlash: '301',
  list: 'minimal',
  fileCase: 'exact',
  infinity: '403',
  dirDelete: 'recursive',
}

/** The defaults, with the given switches turned. */
export function switchesWith(turned: Partial<Switches> = {}): Switches {
  return { ...defaults, ...turned }
}
