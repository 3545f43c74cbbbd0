import { expect, test } from 'vitest'
import { addEntries, type NewEntries } from '../../../../src/yaml/edit/add-entries.ts'

const product: NewEntries = { section: 'products', entries: new Map([['NEW', new Map([['title', 'New']])]]) }
const hooks: NewEntries = {
  section: 'webhooks',
  items: [
    new Map([
      ['name', 'B'],
      ['url', 'b'],
    ]),
  ],
}

test.for<readonly [name: string, text: string, added: NewEntries, after: string | null]>([
  [
    'entries come after the comments of the last record',
    'products:\n  A:\n    price: 8\n    # 9 from May\n\n    # ask Ada\n# end\n',
    product,
    'products:\n  A:\n    price: 8\n    # 9 from May\n\n    # ask Ada\n\n  NEW:\n    title: New\n# end\n',
  ],
  [
    'the comment of an empty section stays beside its key',
    'products: {} # none yet\n',
    product,
    'products: # none yet\n  NEW:\n    title: New\n',
  ],
  [
    'a list on several lines with a comma at its end gets a line more',
    'webhooks: [\n  { name: A, url: a }, # main\n]\n',
    hooks,
    'webhooks: [\n  { name: A, url: a }, # main\n  { name: B, url: b },\n]\n',
  ],
  [
    'a list on several lines without that comma gets one',
    'webhooks: [\n  { name: A, url: a } # main\n]\n',
    hooks,
    'webhooks: [\n  { name: A, url: a }, # main\n  { name: B, url: b }\n]\n',
  ],
  ['a list on one line', 'webhooks: [{ name: A, url: a }, ]\n', hooks, 'webhooks: [{ name: A, url: a }, { name: B, url: b }, ]\n'],
  ['an empty list', 'webhooks: []\n', hooks, 'webhooks: [{ name: B, url: b }]\n'],
  [
    'a flow map on several lines gets a line more',
    'products: {\n  A: { title: A }, # first\n  }\n',
    product,
    'products: {\n  A: { title: A }, # first\n  NEW: { title: New },\n  }\n',
  ],
  [
    'a section comes before the end of the document',
    'groups: {}\n...\n',
    product,
    'groups: {}\n\nproducts:\n  NEW:\n    title: New\n...\n',
  ],
  ['a section has the line ends of Windows', 'groups: {}\r\n', product, 'groups: {}\r\n\r\nproducts:\r\n  NEW:\r\n    title: New\r\n'],
  ['a text whose end would change gets none', 'products:\n  A:\n    title: |+\n      A\n', { ...product, section: 'groups' }, null],
])('%s', ([, text, added, after]) => {
  expect(addEntries(text, added)).toBe(after)
})
