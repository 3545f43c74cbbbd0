import { defineResource } from './resource.ts'

/** platform.md: a key with access to ApiAccess creates further keys; its fields are not shown: assumptions.md R39. */
export const apiAccess = defineResource({
  name: 'ApiAccess',
  node: 'ApiAccess',
  aliases: [],
  doc: 'An application key.',
  noun: { one: 'access key', many: 'access keys' },
  key: 'code',
  identity: 'assigned',
  natural: ['code'],
  removal: 'never',
  assumed: 'R39',
  fields: {
    code: { kind: 'text', owner: 'store', assumed: 'R39', doc: 'Identifier of the key.' },
    title: { kind: 'text', assumed: 'R39', doc: 'What the key is for.' },
    key: {
      kind: 'text',
      owner: 'store',
      secret: 'all',
      assumed: 'R39',
      doc: 'The key itself: only in the answer to the POST that created it.',
    },
    resources: {
      kind: 'text',
      assumed: 'R39',
      doc: 'Names of the resources that the key can access, comma-separated; empty = those of the key that created it.',
    },
    deny: { kind: 'text', assumed: 'R39', doc: 'Names of resources that the key cannot access, comma-separated.' },
    expires: { kind: 'timestamp', assumed: 'R39', doc: 'When the key expires; empty = never.' },
  },
})
