import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { isLoopbackRedirect, loopbackRedirectWords } from '../../source/is-loopback-redirect.ts'
import { option, text } from '../option.ts'

export const loginUsage = defineUsage({
  name: 'login',
  group: 'Stores',
  description: 'Log in to a store in the browser, and keep the key that it issues',
  options: z.object({
    clientId: text('--client-id <id>', 'Request the key as this application (default: client_id of the store)'),
    redirectUri: option(
      '--redirect-uri <address>',
      'The fixed redirect URI of this application (default: redirect_uri of the store, or any)',
      {
        schema: z
          .string()
          .refine(isLoopbackRedirect, { error: `Give ${loopbackRedirectWords}.` })
          .optional(),
      },
    ),
    browser: option('--no-browser', 'Open no browser: print the address, and take the one where it ended', {
      schema: z.boolean().default(true),
    }),
  }),
  examples: [
    ['planogram login', 'log in to the default store'],
    ['planogram login --store production', 'log in to another one'],
    ['planogram login --redirect-uri http://127.0.0.1:8976/callback', 'for a client with a fixed redirect URI'],
    ['planogram login --no-browser', 'on a machine without a browser, such as over ssh'],
  ],
  notes: [
    'For a store without `key`, `key_file` and `key_command` in planogram.yaml. It needs the client id of an application, under `client_id` of the store: stores give it on request. Without one, register a key in the administration tool, and name it with `key`.',
    'An application that is registered with one fixed redirect URI needs it as `redirect_uri` of the store, or in `--redirect-uri`, exactly as it is registered. It must be an address of this machine, and its port must be free.',
    'The key is kept in planogram/login-keys.json in the config folder of this user, and sent only to the hosts that the store has now. It can do what the store lets this application do, and does not expire. In CI it is not used.',
    'With --no-browser, open the address in a browser anywhere. Where that is another machine, it ends at a page that cannot be opened: paste the address of that page here.',
    'Next: planogram doctor. planogram logout removes the key from this machine.',
  ],
  exitCodes: {
    done: 'the key is kept, or the store is the embedded one, which needs none',
    error: 'the store issued no key, or products cannot be read with it',
    declined: 'in CI or with --no-input, where nobody can log in',
    usage: 'an option is wrong, the config has no such store, no client id, or a key for the store',
    invalid: 'the config has errors',
    interrupted: 'Ctrl-C; no key was kept',
    terminated: 'SIGTERM; no key was kept',
  },
})

export type LoginOptions = OptionsOf<typeof loginUsage>
