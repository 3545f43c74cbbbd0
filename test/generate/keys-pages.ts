import { wholeSchemas } from '../../src/documents/published-schemas.ts'
import type { JsonSchema } from '../../src/documents/json-schema.ts'
import { environmentVariables } from './environment-table.ts'
import { keyTables } from './key-tables.ts'

const generated = 'This page is generated from the schemas by `npm run generate`; a test compares it with them.'

const keysStart = `# Keys of documents

Every key of a document. [Writing a catalogue](authoring.md) explains how they work together, and an editor shows the same texts while you
type ([how](authoring.md#your-editor)). ${generated}

A document of an [overlay](overlays.md) has the same keys, with \`!remove\` and \`!replace\`. A key that the config declares under \`fields\` of
the store is accepted too, although an editor marks it, and so are \`meta_*\` fields of products and categories.

## Document

`

const configStart = `# The config: \`planogram.yaml\`

Every key of the config, and the environment variables that the commands read. ${generated}

Every key can be left out. Without \`stores\` there is one store, \`local\`, which is the embedded one. \`--config\` names another file.

\`\`\`yaml
stores:
  local: { emulator: true }
  production:
    base_url: https://shop.example
    files_url: https://files.example
    site_name: acme
    key: \${PRODUCTION_KEY}
    protected: true
    catalogue: overlays/production
default_store: local
manage: { prune: { products: retire }, drift: keep }
guards: { max_removals: 5, price_change: 20% }
\`\`\`

A store has either \`emulator: true\` or a \`base_url\`, at most one of \`key\`, \`key_file\` and \`key_command\`, and with a \`files_url\` also a
\`site_name\`.

## Keys of a store

The key of a store is never in the config: \`key\` names an environment variable. On a machine it is bound to the
hosts of \`base_url\` and \`files_url\` when it is first used (\`planogram/key-hosts.json\` in the config folder of the user); where a config
names other hosts later, the key is not sent there. \`*_HOST\` in the environment names the hosts instead, and CI needs it:

| the config has | variable with the hosts |
|---|---|
| \`key: \${PRODUCTION_KEY}\` | \`PRODUCTION_KEY_HOST=shop.example,files.example\` |
| \`key_file\` or \`key_command\`, in the store \`production\` | \`PLANOGRAM_KEY_PRODUCTION_HOST=shop.example,files.example\` |

## A key by login

A store without \`key\`, \`key_file\` and \`key_command\` uses the key of \`planogram login\`:

\`\`\`yaml
stores:
  production:
    base_url: https://shop.example
    client_id: acme-catalogue
    redirect_uri: http://127.0.0.1:8976/callback   # only where the client has a fixed one
\`\`\`

\`planogram login --store production\` opens the store in the browser, where you log in as its administrator and approve the application; the
store then sends a code to this machine, which the program exchanges for a key. The store has to know the application: request a client id
from its developer support, with redirects to \`http://127.0.0.1\` at any port and path, or with one fixed redirect URI on 127.0.0.1, \`localhost\` or
\`[::1]\`. A fixed one is \`redirect_uri\` of the store, or \`--redirect-uri\`, spelled as it is registered; its port must be free during the login. OAuth
is a beta of the platform ([api.md](api.md)); where a store does not have it, register a key and use \`key\`. An emulator on this machine knows the client \`planogram\`, which is the default
there. The embedded store needs no login.

- The key is in \`planogram/login-keys.json\` in the config folder of the user (mode 0600; the program refuses a file that others can read), under
  the address of the store. It is for every catalogue of this user with that \`base_url\`, and is sent to the hosts that \`base_url\` and
  \`files_url\` had at the login, to no other. Where one of them changes, log in again.
- It can do what the store gives the application: with the emulator everything. It does not expire.
- \`CI\` does not use it: give a job a key of its own with only the rights that it needs.
- A second login replaces it. \`planogram logout\` removes it from this machine, and \`--all\` those of all stores. In each case the key stays
  valid until somebody deletes it in the administration tool (preferences, website administrators, section API): the API shows no way to do that.
- Over ssh, use \`planogram login --no-browser\`, and open the printed address on your own machine. The browser ends at an address of the other machine,
  which it cannot open: paste that address into the terminal.
- Where a login breaks off after you have approved it, the store can have issued a key all the same: look for it there, and delete it.
- The store sends the code to a path on 127.0.0.1 that is new and random for each login, so that no other page can send one there. A program that
  can read the address, such as another one of the same user, could still use the code first: the platform has nothing like PKCE. With a
  fixed \`redirect_uri\` the path is known: a \`state\` that the store sends back is compared, but a store need not send it. Prefer redirects to any path.

## What a key and a store can do

\`planogram doctor\` reads the config and the store, and writes nothing: it counts each resource that a catalogue can contain, compares the
names under \`fields\` with the schema of the store, lists the folders of pictures, and says what follows from the \`capabilities\` that are not
known. With \`!\` a part has limits, with \`\u2717\` it cannot be used (exit code 1). \`--format json\` is for programs.

## Where it is explained

\`catalogue\`: [overlays.md](overlays.md). \`capabilities\`: [pricing.md](pricing.md), [base.md](base.md). \`prune\` and \`drift\`: [base.md](base.md).
\`guards\`: [guards.md](guards.md). \`limits\`: [apply.md](apply.md). \`currencies\` and \`timezone\`: [pricing.md](pricing.md).
\`images\`: [pictures.md](pictures.md). \`state\` and \`retention\`: [state.md](state.md). \`fields\`: [pull.md](pull.md#what-is-left-out).

## All keys

`

const environmentStart = `
## Environment variables

| variable | what it does |
|---|---|
`

const environmentEnd = `
A \`\${NAME}\` in the address of a [webhook](webhooks.md) is read from the environment too. \`planogram-pr\` reads those of its job
([ci.md](ci.md)). Node.js has its own, such as \`NODE_EXTRA_CA_CERTS\` for a certificate that it does not know.
`

/** The text of `docs/keys.md`: every key of a document; `defaults` are last. */
export function keysPage(): string {
  const schema = wholeSchemas()['catalogue.schema.json']
  const { defaults, ...sections } = schema.properties ?? {}
  return `${keysStart}${keyTables(withProperties(schema, { ...sections, ...(defaults === undefined ? {} : { defaults }) }))}`
}

/** The text of `docs/config.md`: every key of the config, and the environment variables. */
export function configPage(): string {
  const rows = Object.entries(environmentVariables).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`)
  return `${configStart}${keyTables(wholeSchemas()['planogram.schema.json'])}${environmentStart}${rows.join('\n')}\n${environmentEnd}`
}

function withProperties(schema: JsonSchema, properties: NonNullable<JsonSchema['properties']>): JsonSchema {
  return { ...schema, properties }
}
