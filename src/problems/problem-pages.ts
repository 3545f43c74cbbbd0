/** What people read about one kind of problem, on its page in `docs/rules/` and in SARIF. */
export interface ProblemPage {
  /** Stable kebab-case id, the `rule` of the problem. */
  readonly id: string
  /** The part of a catalogue that it is about: pages are listed by it. */
  readonly topic: ProblemTopic
  /** What is true of a correct catalogue, one sentence. */
  readonly doc: string
  readonly severity: 'error' | 'warning' | 'error or warning'
  /** Why it matters, with the sentence of platform.md that it follows from. */
  readonly why: string
  /** What to do, one or two sentences. */
  readonly fix: string
  /** True where `# planogram-ignore: <id>` silences its warnings; default false. Errors are never silenced. */
  readonly ignorable?: true
}

export type ProblemTopic = 'codes' | 'categories' | 'texts' | 'options' | 'prices' | 'promotions' | 'pictures' | 'documents' | 'config'

/** The page of a kind of problem, from the root of the project. */
export function pagePath(id: string): string {
  return `docs/rules/${id}.md`
}

/** The problems that are reported while documents are read, before any rule checks a record. */
export const readingPages: readonly ProblemPage[] = [
  {
    id: 'yaml-broken',
    topic: 'documents',
    doc: 'Every document is valid YAML 1.2.',
    severity: 'error',
    why: 'A document with a syntax error cannot be read, so nothing in the catalogue is sent. Only the first error of a document is reported: the others often follow from it.',
    fix: 'Fix the YAML at the place shown. An editor with a YAML plug-in shows the error while you type.',
  },
  {
    id: 'not-utf8',
    topic: 'documents',
    doc: 'Documents and texts are encoded in UTF-8.',
    severity: 'error',
    why: 'The Data API takes XML (platform.md, "Data API operations"). A text in another encoding would be stored with the wrong characters.',
    fix: 'Save the file as UTF-8.',
  },
  {
    id: 'unique-keys',
    topic: 'documents',
    doc: 'A record, a key of a map and an item of a list are defined once.',
    severity: 'error',
    why: 'One of two definitions would silently override the other. A record that differs in one store belongs in an overlay.',
    fix: 'Keep one of the two definitions; the problem shows both places.',
  },
  {
    id: 'null-value',
    topic: 'documents',
    doc: 'Every key has a value: `null`, `~` and an empty value are rejected.',
    severity: 'error',
    why: 'A null could mean "empty the field in the store" or "leave it alone" (platform.md, "Write payload rules": "Only the key and the fields to set are needed.").',
    fix: 'Leave the key out to leave the field alone. Write "" for an empty text, and [] or {} for an empty collection.',
  },
  {
    id: 'key-shape',
    topic: 'documents',
    doc: 'The key of a map is a string.',
    severity: 'error',
    why: 'Keys are codes in the store, and codes are strings (platform.md, "Limits").',
    fix: 'Write a string as the key, in quotes where YAML would read another type.',
  },
  {
    id: 'merge-key',
    topic: 'documents',
    doc: 'There are no merge keys (`<<`).',
    severity: 'error',
    why: 'Merge keys are not part of YAML 1.2, and parsers treat them differently. Aliases (`*name`) as values are allowed.',
    fix: 'Use `defaults`, `each` for variants, or a price list with `extends`.',
  },
  {
    id: 'yaml-alias',
    topic: 'documents',
    doc: 'An alias (`*name`) follows its anchor (`&name`), and the aliases of a document expand to a limited size.',
    severity: 'error',
    why: 'An alias without an anchor has no value. A few lines of nested aliases can expand to millions of values, which is a known attack on parsers.',
    fix: 'Define the anchor earlier in the same file, or write the values out.',
  },
  {
    id: 'yaml-tag',
    topic: 'documents',
    doc: 'The only tags are `!remove` and `!replace`, in overlays.',
    severity: 'error',
    why: 'Reading a catalogue constructs no objects and runs no code. `!remove` and `!replace` define how an overlay changes the catalogue; elsewhere they have no meaning.',
    fix: 'Remove the tag. To leave a field to the store, leave the key out.',
  },
  {
    id: 'unknown-key',
    topic: 'documents',
    doc: 'Every key is part of the format, or is a field that the config declares for the store.',
    severity: 'error',
    why: 'A mistyped key would have no effect and nothing would report it. platform.md, "Product": "Further Product fields exist; their names are not shown.": declare those under `stores.<name>.fields`.',
    fix: 'Correct the key; the nearest known key is suggested.',
  },
  {
    id: 'missing-key',
    topic: 'documents',
    doc: 'Every entry has its required keys.',
    severity: 'error',
    why: 'A forced price without a currency, an option without values or a webhook without an address cannot be sent (platform.md, "PricingAdvanced": required fields).',
    fix: 'Add the key that the problem names.',
  },
  {
    id: 'wrong-type',
    topic: 'documents',
    doc: 'Every value has the type and the format of its field.',
    severity: 'error',
    why: 'platform.md, "Resources and their fields": "Boolean fields are written as true/false"; prices are numbers, and choices have fixed values. How the store handles other values is not shown.',
    fix: 'Write the value in the format that the problem names. Prices use a decimal point: `1.50`.',
  },
  {
    id: 'path-outside',
    topic: 'documents',
    doc: 'No path and no link leads outside the catalogue or into a hidden folder.',
    severity: 'error',
    why: 'A catalogue may come from a pull request: it must not be able to send other files of the machine that reads it (semantics.md 23).',
    fix: 'Move the file into the catalogue. A path starts at the root of the catalogue, or with ./ beside the document.',
  },
  {
    id: 'text-missing',
    topic: 'documents',
    doc: 'Every text file that a document names exists.',
    severity: 'error',
    why: 'Without the file the value of the field is unknown.',
    fix: 'Correct the path, or add the file.',
  },
  {
    id: 'picture-collision',
    topic: 'pictures',
    doc: 'No two different pictures get the same file name in the store; case and Unicode form are ignored.',
    severity: 'error',
    why: 'platform.md, "ExtraImages": a record holds the "file name of the full-size image, stored in folder images/items/", without its folder in the catalogue. The second picture would replace the first.',
    fix: 'Rename one of the two files.',
  },
  {
    id: 'price-list-unknown',
    topic: 'prices',
    doc: 'Every price list that is named exists in the catalogue.',
    severity: 'error',
    why: 'Without the list the product has no prices (platform.md, "PricingAdvanced").',
    fix: 'Correct the name; the nearest known name is suggested. Or add the list under `price_lists`.',
  },
  {
    id: 'price-list-cycle',
    topic: 'prices',
    doc: 'No price list extends itself, directly or through other lists.',
    severity: 'error',
    why: 'The prices of a list that extends another one are calculated from that list. In a cycle there is no price to start from.',
    fix: 'Give one of the lists its own prices.',
  },
  {
    id: 'extended-price',
    topic: 'prices',
    doc: 'The prices of a list that extends another one are above 0, and its amounts are in the default currency.',
    severity: 'error',
    why: 'A factor, a difference or a rounding that results in 0 gives the product away (platform.md, "PricingAdvanced": "price charged").',
    fix: 'Set that price explicitly beside `extends`, or change the list by less.',
  },
  {
    id: 'grid-shape',
    topic: 'prices',
    doc: 'A price grid has breaks with one price each for every group, or raw entries, or the name of a list that it extends.',
    severity: 'error',
    why: 'platform.md, "PricingAdvanced", rule 2: "Entries must cover every combination of the quantity-break and group dimensions."',
    fix: 'Write `breaks: [0, 10]` and `prices: { default: [5, 4] }`; `{}` for no grid.',
  },
  {
    id: 'price-thousands',
    topic: 'prices',
    doc: 'No price has three decimals, such as `1.250`, that may be meant as thousands.',
    severity: 'warning',
    why: 'The point is the decimal point (platform.md, "PricingAdvanced": "price charged"), but much of Europe writes it between thousands: `1.250` sells a sofa for 1.25.',
    fix: 'Write `1250` or `1.25`. Where three decimals are intentional, write `# planogram-ignore: price-thousands` on the line.',
    ignorable: true,
  },
  {
    id: 'option-shape',
    topic: 'options',
    doc: 'An option has values without commas and equals signs, and adjusts prices only where the product has no variants.',
    severity: 'error',
    why: 'platform.md, "Options": o_value is a "comma-separated list of `<value>=<label>` items"; price is "optional, simple options only".',
    fix: 'Write values and labels without `,` and `=`, and give variants their own prices.',
  },
  {
    id: 'variant-shape',
    topic: 'options',
    doc: 'Variants are a matrix whose template contains every option, or a list; every override names an existing variant.',
    severity: 'error',
    why: 'platform.md, "Options": "Each combination of option values maps to a Variant with its own sku".',
    fix: 'Put every option into the template, such as `{sku}-{size}-{colour}`, or list the variants.',
  },
  {
    id: 'contradiction',
    topic: 'options',
    doc: '`option_type`, `options_advanced` and `advanced_pricing` match what the product declares.',
    severity: 'error',
    why: 'platform.md, "Product": these fields control how options and prices work. They follow from the options, variants and pricing of the product.',
    fix: 'Remove the field from the product.',
  },
  {
    id: 'reserved-code',
    topic: 'codes',
    doc: 'No group has the code `default`, and no category the code `0`; no product names them as its access or place.',
    severity: 'error',
    why: 'platform.md, "CatParent": "0 makes it a top-level category". In grids `default` is the price without a group.',
    fix: 'Choose another code.',
  },
  {
    id: 'category-without-place',
    topic: 'categories',
    doc: 'A category is at the top level or below another category.',
    severity: 'warning',
    why: 'platform.md, "CatParent": "parent category code; 0 makes it a top-level category". A category with `parents: {}` has no parent and appears in no menu.',
    fix: "Write `parents: { '0': 10 }` for the top level, or leave `parents` out.",
  },
  {
    id: 'overlay-missing',
    topic: 'config',
    doc: 'The overlay that a store names is a folder of the catalogue.',
    severity: 'error',
    why: 'Without the folder the store would silently get the catalogue without its overrides.',
    fix: 'Create the folder and put a document into it, or remove `catalogue` from the store.',
  },
  {
    id: 'overlay-target',
    topic: 'config',
    doc: 'Everything that an overlay removes exists in the catalogue.',
    severity: 'error',
    why: 'A key that does not exist is mistyped, or was removed from the catalogue since.',
    fix: 'Correct the key, or delete the line.',
  },
  {
    id: 'ignore-unknown',
    topic: 'documents',
    doc: 'A comment `# planogram-ignore: <rule>` names a rule that can be ignored.',
    severity: 'warning',
    why: 'A mistyped name silences nothing, and errors are never silenced.',
    fix: 'Correct the name. The page of a rule tells whether its warnings can be ignored.',
  },
  {
    id: 'key-in-config',
    topic: 'config',
    doc: 'The config contains no application key of a store, and no address of a webhook has the variable of one.',
    severity: 'error',
    why: 'platform.md, "Application key": the key gives write access to the store. A key in git is known to everybody who ever cloned the repository, and one in the address of a webhook to whoever is notified.',
    fix: 'Write `key: ${STORE_KEY}` and set STORE_KEY in the environment. Give a webhook a secret of its own. Revoke a key that was committed.',
  },
  {
    id: 'store-shape',
    topic: 'config',
    doc: 'A store has either `emulator: true` or a `base_url`, one source for its key, and a `site_name` together with `files_url`.',
    severity: 'error',
    why: 'platform.md, "Files API": its address is `{files_url}/<site_name>/`; "Application key": "Every request is made over HTTPS with the key supplied".',
    fix: 'Add or remove the setting that the problem names.',
  },
  {
    id: 'store-unknown',
    topic: 'config',
    doc: '`default_store` is one of the declared stores.',
    severity: 'error',
    why: 'Without it there is no store to plan for.',
    fix: 'Set it to the name of one of the stores in the config.',
  },
  {
    id: 'live-owned',
    topic: 'config',
    doc: '`manage.live_owned` names existing fields that are not part of the key of a record.',
    severity: 'error',
    why: 'A live-owned field is set when the record is created; from then on its value in the store is kept. A key cannot be left to the store.',
    fix: 'Write `Resource.field`, such as `Inventory.quantity`.',
  },
]
