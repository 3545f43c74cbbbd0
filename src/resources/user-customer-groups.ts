import { defineResource } from './resource.ts'
import { customData } from './shared-fields.ts'

/** platform.md, "UserCustomerGroups". */
export const userCustomerGroups = defineResource({
  name: 'UserCustomerGroups',
  node: 'UserCustomerGroup',
  aliases: ['UserCustomerGroup'],
  doc: 'The membership of a customer in a group.',
  noun: { one: 'group membership', many: 'group memberships' },
  key: 'code',
  identity: 'assigned',
  natural: ['username', 'group_code'],
  removal: 'assumed',
  fields: {
    code: { kind: 'integer', owner: 'store', doc: 'Auto-increment integer.' },
    username: { kind: 'text', required: true, refersTo: ['Customer'], doc: 'Customer username.' },
    group_code: { kind: 'text', required: true, refersTo: ['UserGroups'], doc: 'Code of the group.' },
    subscribed: { kind: 'flag', doc: 'True when subscribed for unsolicited communication.' },
    ...customData,
  },
})
