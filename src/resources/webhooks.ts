import { defineResource } from './resource.ts'

/** platform.md, "Webhooks": the same name and url again updates the subscription. */
export const webhooks = defineResource({
  name: 'Webhooks',
  node: 'Webhook',
  aliases: ['Webhook'],
  doc: 'A subscription of a URL to a store event.',
  noun: { one: 'webhook', many: 'webhooks' },
  key: 'id',
  identity: 'assigned',
  natural: ['name', 'url'],
  removal: 'shown-by-id',
  stage: 'webhooks',
  titleField: 'name',
  addressKind: 'webhook',
  authored: { section: 'webhooks' },
  fields: {
    id: { kind: 'text', owner: 'store', doc: 'Identifier of the subscription, returned at subscription.' },
    name: { kind: 'text', required: true, doc: 'Event name in PascalCase, such as NewOrder.' },
    url: { kind: 'text', required: true, secret: 'address', doc: 'Address notified when the event fires.' },
  },
})
