import { z } from 'zod'
import { userGroups } from '../../resources/user-groups.ts'
import { fieldsOf } from './fields-of.ts'
import { longText, text } from './scalar-schemas.ts'

/** One entry of `groups:`, a UserGroups record (platform.md, "UserGroups"). */
export const groupDocument = z
  .strictObject(
    {
      ...fieldsOf(userGroups, 'title'),
      description: longText.optional().describe(userGroups.fields.description.doc),
      ...fieldsOf(userGroups, 'subscribable'),
      subscribe_text: longText.optional().describe(userGroups.fields.subscribe_text.doc),
      parent: text.optional().describe('Code of the parent group; "" for none.'),
    },
    { error: 'a map of group fields' },
  )
  .meta({ title: 'Customer group', description: userGroups.doc })

export type GroupDocument = z.infer<typeof groupDocument>
