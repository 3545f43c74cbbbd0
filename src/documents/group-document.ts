import { z } from 'zod'
import { userGroups } from '../resources/user-groups.ts'
import { fieldsOf } from './fields-of.ts'
import { longText, text } from './scalar-schemas.ts'

/** One entry of `groups:`, a UserGroups record (platform.md, "UserGroups"). */
export const groupDocument = z
  .strictObject(
    {
      ...fieldsOf(userGroups, 'title'),
      description: longText.optional().describe('Description of the group.'),
      ...fieldsOf(userGroups, 'subscribable'),
      subscribe_text: longText.optional().describe('Shown to customers who can join a public group.'),
      parent: text.optional().describe('Code of the parent group; "" for none. Prices of the parent are not inherited.'),
    },
    { error: 'a map of group fields' },
  )
  .meta({ title: 'Customer group', description: userGroups.doc })

/** A parsed entry of `groups:`. */
export type GroupDocument = z.infer<typeof groupDocument>
