import type { AssumptionRow } from './assumption-row.ts'

const refused = 'Status code and body for a missing, invalid or denied key: not shown.'
const delivery = 'Delivery headers, signing, retries and expected response: not shown.'
const files = 'Status codes of the Files API: not shown.'
const list = 'returns an HTML list of entries (links to ./, ../, sub-directories ending with / and files), one per line'
const classOne = 'Clients that use standard class-1 WebDAV work; clients relying on non-standard extensions most likely do not.'

/** Rows K, H, M, F and O of assumptions.md: keys and administration, webhooks, mail, files and OAuth. */
export const assumptionsOfAccess: readonly AssumptionRow[] = [
  {
    id: 'K1',
    gap: 'The answer to a missing, unknown or expired key.',
    quote: refused,
    takes: '401 with WWW-Authenticate: Basic, one message for all.',
  },
  {
    id: 'K2',
    gap: 'The answer for a denied resource, and which resources are checked.',
    quote: 'a specific resource may be set to deny',
    takes: '403 with its name; every resource of the specification is checked; deny takes precedence.',
  },
  {
    id: 'K3',
    gap: 'Basic authentication and _key together.',
    quote: 'Fallback: query parameter `_key=<API_KEY>`.',
    takes: 'Basic authentication takes precedence; with an empty user name _key is used.',
  },
  {
    id: 'K4',
    gap: 'A password in addition to the key.',
    quote: 'Recommended: HTTP basic authentication with the key as the user name and no password',
    takes: 'Ignored.',
  },
  {
    id: 'K5',
    gap: 'The first key.',
    quote: 'A key is registered in the administration tool (preferences, website administrators, API section).',
    takes: 'Random, stored with the data, printed at the start.',
  },
  {
    id: 'K6',
    gap: 'HTTPS on this machine.',
    quote: 'Every request is made over HTTPS with the key supplied in one of two ways',
    takes: 'HTTP on the loopback only.',
  },
  {
    id: 'K7',
    gap: 'Who may use the administration tool and approve an application.',
    quote: 'A key is registered in the administration tool (preferences, website administrators, API section).',
    takes: 'One administrator: a given user and password, else admin with a generated password for each run.',
  },
  {
    id: 'K8',
    gap: 'Whether deleted orders are in the pending-orders list.',
    quote: 'order leaves the pending-orders list of the administration tool',
    takes: 'They are, with a mark: only archived orders leave it.',
  },
  {
    id: 'H1',
    gap: 'The names of events.',
    quote: 'Other supported event names: not shown.',
    takes: 'NewOrder is delivered; other PascalCase names are stored; other names get 400.',
  },
  {
    id: 'H2',
    gap: 'The payload of a notification.',
    quote: 'Fields of the notification payload: not shown.',
    takes: 'event, order_number, and order with some fields.',
  },
  {
    id: 'H3',
    gap: 'Retries, signing and headers of a delivery.',
    quote: delivery,
    takes: 'One attempt, 10 seconds, no signature; each attempt is logged.',
  },
  {
    id: 'H4',
    gap: 'What fires NewOrder.',
    quote: 'The only event named is NewOrder, which fires each time a new order is created.',
    takes: 'A created order; never an update, never seeding.',
  },
  {
    id: 'H5',
    gap: 'DELETE of Webhooks without a parameter.',
    quote: 'removes matching subscriptions; both parameters optional',
    takes: '400.',
  },
  {
    id: 'H6',
    gap: 'Which addresses may be notified.',
    quote: 'When the event fires, the service sends an HTTP POST with a JSON body to every subscribed url.',
    takes: 'Loopback addresses, and hosts listed in an option.',
  },
  {
    id: 'M1',
    gap: 'What happens to e-mails.',
    quote: 'they are empty in any GET of shipment data.',
    takes: 'They are kept in an outbox; one without a recipient is 400; send_email, email_to and email_subject are empty in every read.',
  },
  { id: 'M2', gap: 'The status of a shipped line.', quote: 'Values of Order.status and Orderline.status: not shown.', takes: 'shipped.' },
  { id: 'F1', gap: 'Status codes of the Files API.', quote: files, takes: 'Those of RFC 4918.' },
  { id: 'F2', gap: 'PUT into a folder that does not exist.', quote: 'uploads the request body as the file', takes: '409.' },
  { id: 'F3', gap: 'GET of a folder without a slash at the end.', quote: list, takes: '301.' },
  { id: 'F4', gap: 'The markup of the list.', quote: list, takes: 'One link per line: ./, ../, entries by name.' },
  { id: 'F5', gap: 'Sizes and dates in the list.', quote: list, takes: 'None; PROPFIND returns them.' },
  {
    id: 'F6',
    gap: 'Case and Unicode form of file names.',
    quote: '/<site_name>/<directory>/<filename>',
    takes: 'Names are case-sensitive and normalised to form C.',
  },
  { id: 'F7', gap: 'PROPFIND with Depth: infinity.', quote: classOne, takes: '403.' },
  {
    id: 'F8',
    gap: 'A key without file access, and an unknown site.',
    quote: 'Access is restricted to specifically approved customers.',
    takes: '403; 404.',
  },
  {
    id: 'F9',
    gap: 'The folders of a new store.',
    quote: 'file name of the thumbnail, stored in folder images/thumb/',
    takes: 'images/items, images/thumb and images/originals.',
  },
  { id: 'F10', gap: 'LOCK, PATCH and PUT with Content-Range.', quote: classOne, takes: '405, 405 and 400.' },
  { id: 'F11', gap: 'DELETE of a folder.', quote: 'deletes the file', takes: 'The folder is removed with its contents.' },
  {
    id: 'O1',
    gap: 'Errors of OAuth.',
    quote: 'the usual OAuth error responses are not all implemented, and which ones are returned is not shown.',
    takes: 'JSON of RFC 6749 at the exchange, a page at the approval, error=access_denied on denial.',
  },
  {
    id: 'O2',
    gap: 'Which redirect_uri may be used.',
    quote: 'a client id must be requested from developer support',
    takes: 'Those of a list, if there is one; loopback addresses with any port.',
  },
  {
    id: 'O3',
    gap: 'How long and how many times a code is valid.',
    quote: 'redirected to redirect_uri with an added query parameter `code` holding an authorization code',
    takes: '10 minutes, once; a second use revokes the key of the first.',
  },
  {
    id: 'O4',
    gap: 'What a key from OAuth may access.',
    quote: 'access_token is used as an application key (basic authentication or _key).',
    takes: 'Everything.',
  },
]
