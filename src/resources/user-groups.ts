import { defineResource } from './resource.ts'

/** platform.md, "UserGroups". */
export const userGroups = defineResource({
  name: 'UserGroups',
  node: 'UserGroup',
  aliases: ['UserGroup'],
  doc: 'A customer group (tier).',
  noun: { one: 'group', many: 'groups' },
  key: 'code',
  identity: 'own',
  natural: ['code'],
  removal: 'assumed',
  titleField: 'title',
  stage: 'groups',
  addressKind: 'group',
  authored: { section: 'groups' },
  fields: {
    code: { kind: 'text', required: true, doc: 'Group code.' },
    title: { kind: 'text', doc: 'Group title.' },
    description: { kind: 'text', doc: 'Group description.' },
    subscribable: {
      kind: 'choice',
      values: ['public', 'private'],
      doc: 'public: customers may opt in or out; private: internal grouping.',
    },
    subscribe_text: { kind: 'text', doc: 'Text encouraging subscription, for public groups.' },
    parent_code: { kind: 'text', refersTo: ['UserGroups'], authored: 'parent', doc: 'Code of the parent group, making this a sub-group.' },
  },
})
