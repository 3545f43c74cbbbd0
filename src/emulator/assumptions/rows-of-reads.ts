import type { AssumptionRow } from './assumption-row.ts'

const search = 'Search or _fields names an invalid field, or the _search expression is not acceptable'
const subset = '_search expression (a restricted SQL subset; anything else gives an error)'
const dates = 'which work only on fields stored internally as dates; some datetime fields are not.'
const filter = 'filter on a field of the primary resource; several fields are combined with AND'
const record =
  "Each record is an element named for the resource, with attributes href (the record's address under /API/V3/) and id (shape `Model::<kind>::<key>`)."
const root = 'it declares a namespace {namespace_uri} and an xsi:schemaLocation pointing at the schema file.'
const errors = 'Errors for other conditions (authentication failure, denied resource, invalid write payload, failed write): not shown.'
const fields = 'separate resources with a pipe; prefix the list of a related resource with its name and a colon.'
const names = 'Both singular and plural resource names appear (Product and Products, Order and Orders, Variant and Variants)'

/** Rows R1 to R40 of assumptions.md: reads and answers of the Data API. */
export const assumptionsOfReads: readonly AssumptionRow[] = [
  { id: 'R1', gap: 'The order of results.', quote: 'Ordering of results: not shown.', takes: 'By key.' },
  {
    id: 'R2',
    gap: 'The base of startResultIndex.',
    quote: 'Root element ResultSet with attributes startResultIndex (index of the first record)',
    takes: '0, as for _start.',
  },
  {
    id: 'R3',
    gap: '_results above 2000, 0, or not a number.',
    quote: 'page size; default and maximum 2000',
    takes: '2000 if above 2000; 406 otherwise.',
  },
  {
    id: 'R4',
    gap: '_start past the end, or not a number.',
    quote: 'zero-based offset of the first record returned (_start=5 returns the 6th record)',
    takes: '200 without records and with totalResults; 406.',
  },
  { id: 'R5', gap: 'An unknown field in a filter.', quote: search, takes: '406.' },
  { id: 'R6', gap: 'An unknown or repeated parameter that begins with an underscore.', quote: 'repeated <field>', takes: '406.' },
  { id: 'R7', gap: 'A filter on a field of a related resource.', quote: filter, takes: '406.' },
  {
    id: 'R8',
    gap: '_search together with filters, and values of _match other than any.',
    quote: 'switches all filters to OR',
    takes: 'Combined with AND; _match=any applies to filters only. 406 for other values.',
  },
  { id: 'R9', gap: 'Whether comparisons are case-sensitive.', quote: filter, takes: 'Yes; see the switch of W32.' },
  {
    id: 'R10',
    gap: 'An underscore in the value of a filter.',
    quote: 'wildcard (URL-encoded as %25 where needed)',
    takes: 'It matches an underscore only.',
  },
  { id: 'R11', gap: 'How to write a literal %.', quote: 'wildcard (URL-encoded as %25 where needed)', takes: 'Not possible.' },
  { id: 'R12', gap: 'An empty value in a filter.', quote: filter, takes: 'Matches empty and unset fields.' },
  {
    id: 'R13',
    gap: '%, / and + in the key of an address.',
    quote: '200, ResultSet with totalResults and totalResultsReturned of 1',
    takes: 'One percent-decoded segment, compared exactly; + stays +.',
  },
  {
    id: 'R14',
    gap: 'Whether answers to _fields include the key.',
    quote: 'comma-separated fields to return',
    takes: 'Only if requested; href and id always.',
  },
  { id: 'R15', gap: 'A related resource that _fields does not list; an empty list.', quote: fields, takes: 'All its fields.' },
  { id: 'R16', gap: 'The element of a resource that was requested by an alias.', quote: names, takes: 'The canonical node.' },
  {
    id: 'R17',
    gap: 'The element of resources that are only shown in the plural.',
    quote: names,
    takes: 'As in the heading (ExtraImages, Options).',
  },
  {
    id: 'R18',
    gap: 'The kind in an id.',
    quote: record,
    takes: 'The node name; a record without a key gets a number that the store assigns.',
  },
  { id: 'R19', gap: 'The form of href.', quote: record, takes: 'A path from the root.' },
  { id: 'R20', gap: 'The namespace.', quote: root, takes: 'A default namespace, urn:online-store:api:v3.' },
  { id: 'R21', gap: 'The attribute session.', quote: 'an attribute session may be present and empty', takes: 'Present and empty.' },
  {
    id: 'R22',
    gap: 'Format and time zone of times.',
    quote: 'The formats of other timestamp fields are not shown.',
    takes: 'YYYY-MM-DD HH:MM:SS in UTC.',
  },
  {
    id: 'R23',
    gap: 'Which fields are stored as dates.',
    quote: dates,
    takes: 'order_date, update_date, Shipments.date, start_date and end_date; delivery_date is text.',
  },
  {
    id: 'R24',
    gap: 'DAY, MONTH and YEAR as functions.',
    quote: 'date operators NOW, INTERVAL, DAY, MONTH, YEAR',
    takes: '406; they are units of INTERVAL only.',
  },
  { id: 'R25', gap: 'SQL beyond the listed operators and functions.', quote: subset, takes: '406.' },
  {
    id: 'R26',
    gap: 'Quotes and escapes of strings.',
    quote: 'Strings are quoted; numbers are bare.',
    takes: 'Both \' and "; escaped by doubling or a backslash.',
  },
  { id: 'R27', gap: 'A text field against a bare number.', quote: 'Strings are quoted; numbers are bare.', takes: 'Compared as numbers.' },
  {
    id: 'R28',
    gap: 'The form of <field_list>.',
    quote: 'error code 406; msg of the form `Invalid fields specified: <field_list>`',
    takes: 'Separated by commas without spaces; for an invalid expression the invalid word.',
  },
  {
    id: 'R29',
    gap: 'The name in a 404 for a request by an alias.',
    quote: 'error code 404; msg of the form `<Resource> <key_value> not found`',
    takes: 'The canonical node.',
  },
  {
    id: 'R30',
    gap: 'An unknown resource, or a join of unrelated resources.',
    quote: '`<spec>` names one resource or several resources joined with `+`',
    takes: '404 with the name; 406 with the name.',
  },
  {
    id: 'R31',
    gap: 'The bodies of other errors, the longest address, the largest body and the largest _search.',
    quote: errors,
    takes:
      'The same rsp XML with the status as its code; addresses up to 8 KB, else 414; bodies up to 64 MiB, else 413; _search up to 8192 characters, 64 levels and 2000 terms, else 406.',
  },
  {
    id: 'R32',
    gap: 'The content type.',
    quote: 'Payloads of writes are XML; responses of the Data API are XML.',
    takes: 'application/xml; charset=utf-8.',
  },
  { id: 'R33', gap: 'A slash at the end of an address.', quote: '/API/V3/<spec>/', takes: 'Optional everywhere.' },
  {
    id: 'R34',
    gap: 'What a browser shows.',
    quote: 'browsing to a resource in a web browser shows its fields.',
    takes: 'The XML; the inspector shows the fields.',
  },
  {
    id: 'R35',
    gap: 'HEAD and OPTIONS.',
    quote: 'All Data API paths are relative to `{base_url}/API/V3/`.',
    takes: 'HEAD is GET without a body; OPTIONS is 204 with Allow.',
  },
  {
    id: 'R36',
    gap: 'Compression and CORS.',
    quote: 'Payloads of writes are XML; responses of the Data API are XML.',
    takes: 'None; a body with a Content-Encoding is 415.',
  },
  {
    id: 'R37',
    gap: 'Rate limits.',
    quote: 'Rate limits and request-size limits: not shown.',
    takes: 'None; the fault rate-limit adds one.',
  },
  {
    id: 'R38',
    gap: 'A related resource without rows.',
    quote: 'embedded related records are child elements named for the related resource.',
    takes: 'No element.',
  },
  {
    id: 'R39',
    gap: 'The fields of Shipping and ApiAccess.',
    quote: 'Fields of ApiAccess: not shown.',
    takes: 'code and title. Shipping can only be read: 405. POST of ApiAccess shows the new key once. DELETE of the first key is 403.',
  },
  {
    id: 'R40',
    gap: 'GET of /API/V3/ without a specification.',
    quote: 'All Data API paths are relative to `{base_url}/API/V3/`.',
    takes: 'An rsp that lists the resources with their addresses, and hints.',
  },
]
