/** A switch of a row of docs/assumptions.md: something that docs/api.md does not show, with the behaviours that the emulator supports. */
interface Assumption {
  /** The row of docs/assumptions.md. */
  readonly id: string
  /** What the switch controls. */
  readonly doc: string
  /** The supported values; the first is the default. */
  readonly values: readonly [string, ...string[]]
  /** The statement of docs/api.md that every value but the first contradicts: no profile uses those values. */
  readonly contradicts?: string
}

/**
 * The switches of the emulator. Their values are the plausible readings of a gap in docs/api.md, so that a client can be tested with
 * each of them (docs/assumptions.md, rule P3).
 */
export const assumptions = {
  writeReply: {
    id: 'W1',
    doc: 'The answer to a POST or PUT, except of Webhooks, which always return the record.',
    values: ['records', 'rsp-ok', 'empty-204', '201'],
  },
  batch: {
    id: 'W4',
    doc: 'Whether the records of a body are committed together or one by one, and what is written of a body with an invalid record.',
    values: ['atomic', 'stop', 'continue'],
  },
  unknownUid: { id: 'W7', doc: 'POST of a price entry with a uid that does not exist.', values: ['404', 'insert'] },
  pricingRules: {
    id: 'W10',
    doc: 'Whether a grid with gaps or overlaps is refused. In no profile, because it contradicts the document.',
    values: ['accept', 'reject'],
    contradicts: 'the service accepts it',
  },
  links: {
    id: 'W12',
    doc: 'POST of an existing pair (ProdCat, CatParent, ProdAccessGroup, UserCustomerGroups).',
    values: ['upsert', 'duplicate', 'error'],
  },
  attributes: { id: 'W13', doc: 'What identifies an attribute of a sku.', values: ['label', 'label+value', 'always-insert'] },
  nested: { id: 'W15', doc: 'Whether nested rows are added to existing ones or replace them.', values: ['merge', 'replace'] },
  unknownField: { id: 'W17', doc: 'An unknown field in a write.', values: ['406', 'ignore', 'store'] },
  putMissing: { id: 'W19', doc: 'PUT of a record that does not exist.', values: ['404', 'create'] },
  unset: { id: 'W22', doc: 'How an unset field is represented in an answer.', values: ['empty-element', 'omit'] },
  numbers: { id: 'W23', doc: 'How a number is represented in an answer.', values: ['shortest', 'two-decimals', 'verbatim'] },
  booleans: {
    id: 'W24',
    doc: 'How a boolean is represented in an answer. Digits in no profile, because they contradict the document.',
    values: ['words', 'digits'],
    contradicts: 'Boolean fields are written as true/false',
  },
  tooLong: { id: 'W26', doc: 'A text over the limit of its field.', values: ['400', 'truncate'] },
  references: { id: 'W27', doc: 'A reference to a record that does not exist.', values: ['accept', 'reject'] },
  deletes: {
    id: 'W28',
    doc: 'Whether DELETE supports all resources, or only those that the document of the platform shows.',
    values: ['generic', 'shown'],
  },
  cascade: { id: 'W31', doc: 'What a DELETE of a Product, Variant or Cat also removes.', values: ['none', 'owned'] },
  collation: { id: 'W32', doc: 'Whether keys and comparisons are case-sensitive.', values: ['exact', 'nocase'] },
  autoInventory: { id: 'W34', doc: 'Whether the store creates an Inventory row for a new product.', values: ['no', 'yes'] },
  slug: { id: 'W35', doc: 'Whether the store generates slugs and makes them unique.', values: ['verbatim', 'generate'] },
  text: { id: 'W36', doc: 'How written texts are normalised.', values: ['verbatim', 'trim', 'lf'] },
  lag: { id: 'W38', doc: 'Milliseconds on the clock of the store until a read sees a write.', values: ['0', '200'] },
  variantOptions: { id: 'W40', doc: 'The field names of VariantOptions.', values: ['assumed', 'renamed'] },
  lateCommit: {
    id: 'W42',
    doc: 'Seconds after which a write acts whose answer was lost: it acts after the client gave up.',
    values: ['no', '1', '30'],
  },
  currencies: {
    id: 'W44',
    doc: 'A price entry with a code of ISO 4217 that is no currency (XXX, XTS).',
    values: ['any', '400'],
  },
  weights: { id: 'W43', doc: 'Decimals that the store keeps of a weight or a volume.', values: ['all', '2', '1'] },
  order: {
    id: 'R1',
    doc: 'The order of results: stable between requests, or random in each request.',
    values: ['key', 'insertion', 'shuffled', 'random'],
  },
  results: { id: 'R3', doc: '_results above 2000.', values: ['clamp', 'reject'] },
  unknownParam: { id: 'R6', doc: 'An unknown query parameter that begins with an underscore.', values: ['406', 'ignore'] },
  underscore: { id: 'R10', doc: 'An underscore in the value of a filter.', values: ['literal', 'wildcard'] },
  fieldsKey: { id: 'R14', doc: 'Whether answers to _fields always include the key.', values: ['asked', 'always'] },
  nodes: { id: 'R16', doc: 'The element name of a resource that was requested by an alias.', values: ['canonical', 'as-asked'] },
  href: { id: 'R19', doc: 'The form of a record address.', values: ['path', 'absolute'] },
  namespace: {
    id: 'R20',
    doc: 'The namespace of a ResultSet.',
    values: ['urn:online-store:api:v3', 'http://store.example/API/V3/namespace'],
  },
  timezone: { id: 'R22', doc: 'The time zone of the times that the store sets.', values: ['UTC', '+02:00'] },
  dateFields: {
    id: 'R23',
    doc: 'Fields that support NOW and INTERVAL: all date fields, or only those of Order.',
    values: ['declared', 'order'],
  },
  dateFunctions: { id: 'R24', doc: 'DAY(field), MONTH(field) and YEAR(field) in _search.', values: ['406', 'accept'] },
  errorBody: { id: 'R31', doc: 'The body of an error that the document of the platform does not show.', values: ['rsp', 'html', 'empty'] },
  longestUrl: { id: 'R31', doc: 'Bytes of the longest address; a longer one is 414.', values: ['8192', '4096', '65536'] },
  largestBody: { id: 'R31', doc: 'Bytes of the largest body of a write; a larger one is 413.', values: ['67108864', '1048576'] },
  contentType: { id: 'R32', doc: 'The content type of XML answers.', values: ['application/xml', 'text/xml'] },
  authError: { id: 'K1', doc: 'The status of a missing or unknown key.', values: ['401', '403', '200-rsp'] },
  webhookDeleteAll: { id: 'H5', doc: 'DELETE of Webhooks without a parameter.', values: ['400', 'all'] },
  webhookPayload: { id: 'H2', doc: 'The JSON of a notification.', values: ['event', 'flat', 'number'] },
  webhookRetries: { id: 'H3', doc: 'Retries of a notification that was not answered with 2xx.', values: ['none', 'three'] },
  oauthErrors: { id: 'O1', doc: 'The form of OAuth errors.', values: ['rfc', 'html', 'empty'] },
  mkParents: { id: 'F2', doc: 'Whether PUT creates the missing folders of a file.', values: ['no', 'yes'] },
  dirNoSlash: { id: 'F3', doc: 'GET of a folder without a slash at the end.', values: ['301', 'list'] },
  list: { id: 'F4', doc: 'The markup of a folder list.', values: ['minimal', 'apache'] },
  fileCase: { id: 'F6', doc: 'Whether file names are case-sensitive.', values: ['exact', 'nocase'] },
  infinity: { id: 'F7', doc: 'PROPFIND with Depth: infinity.', values: ['403', 'accept'] },
  dirDelete: { id: 'F11', doc: 'DELETE of a folder.', values: ['recursive', '403'] },
} as const satisfies Readonly<Record<string, Assumption>>

/** A value for every switch. */
export type Switches = { readonly [N in keyof typeof assumptions]: (typeof assumptions)[N]['values'][number] }

/** Records on a page (docs/api.md, "Limits"): the default and the maximum. */
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
  lateCommit: 'no',
  currencies: 'any',
  weights: 'all',
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
  longestUrl: '8192',
  largestBody: '67108864',
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

/** The defaults, with the given switches changed. */
export function switchesWith(changed: Partial<Switches> = {}): Switches {
  return { ...defaults, ...changed }
}
