import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { flag } from '../option.ts'

export const logoutUsage = defineUsage({
  name: 'logout',
  group: 'Stores',
  description: 'Remove the key of a login from this machine',
  options: z.object({
    all: flag('--all', 'Remove the keys of all stores, also of those that no config names any more'),
  }),
  examples: [
    ['planogram logout', 'remove the key of the default store'],
    ['planogram logout --store production', 'remove that of another one'],
    ['planogram logout --all', 'remove the keys of all stores'],
  ],
  notes: [
    'The key stays valid in the store until somebody deletes it there: administration tool, preferences, website administrators, section API.',
  ],
  exitCodes: {
    done: 'this user has no key of a login to the store any more',
    error: 'the file with the keys cannot be read or written',
    usage: 'an option is wrong, or the config has no such store',
    invalid: 'the config has errors',
  },
})

export type LogoutOptions = OptionsOf<typeof logoutUsage>
