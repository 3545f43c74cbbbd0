import { z } from 'zod'
import { areSwitches, profileNames } from '../../emulator/assumptions/profiles.ts'
import { assumptions, type Switches } from '../../emulator/assumptions/switches.ts'
import { isUsableRedirect, type OAuthClient } from '../../emulator/oauth/oauth-client.ts'
import { isSiteName, siteNameHelp } from '../../emulator/site-name.ts'
import { nearestWord } from '../../problems/nearest-word.ts'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, option, text } from '../option.ts'

const portHelp = 'Give a whole number from 0 to 65535.'

/** The option `--port` of a command that runs an embedded store. */
export function portOption(help: string): z.ZodOptional<z.ZodType<number, string>> {
  return option('-p, --port <number>', help, {
    schema: z
      .string()
      .regex(/^\d{1,5}$/, { error: portHelp })
      .transform(Number)
      .refine((port) => port <= 65_535, { error: portHelp })
      .optional(),
  })
}

export const emulatorUsage = defineUsage({
  name: 'emulator',
  group: 'Stores',
  description: 'Run the embedded store until Ctrl-C',
  options: z.object({
    port: portOption('Port on 127.0.0.1 (default: a free port)'),
    data: text('-d, --data <folder>', 'Folder of its data (default: .planogram/emulator of the catalogue)'),
    key: text('-k, --key <key>', 'Application key (default: the key that the store was created with)'),
    seed: text('--seed <folder or snapshot>', 'Fill an empty store from this catalogue, or restore this snapshot, which replaces all data'),
    profile: choice('--profile <name>', 'Behaviour where the document of the platform is silent', profileNames),
    switch: option('--switch <name=value>', 'Set one assumption to another value than that of the profile; may be repeated', {
      schema: switchesSchema(),
      repeats: true,
    }),
    faults: text('--faults <file>', 'Fault plans as JSON, see docs/emulator.md'),
    site: option('--site <name>', 'Site name in the addresses of the Files API (default: shop)', {
      schema: z.string().refine(isSiteName, { error: siteNameHelp }).optional(),
    }),
    oauthClient: option('--oauth-client <id=redirect>', 'Register an application and its redirect URI; may be repeated', {
      schema: clientsSchema(),
      repeats: true,
    }),
    webhookTarget: option('--webhook-target <host:port>', 'Notify this host too, with any port if none is given; may be repeated', {
      schema: z
        .array(
          z
            .string()
            .regex(/^(?:\[[\da-f:]+\]|[\w.-]+)(?::\d{1,5})?$/i, { error: 'Give a host or host:port, such as erp.example:8443.' })
            .toLowerCase(),
        )
        .default([]),
      repeats: true,
    }),
    open: flag('--open', 'Open the shop in the browser; BROWSER names another program than that of the system'),
  }),
  examples: [
    ['planogram emulator', 'the store of this catalogue'],
    ['planogram emulator --port 8080 --data /tmp/store --seed my-shop', 'another store, on a fixed port'],
    ['planogram emulator --profile hostile', 'the worst behaviour that the document of the platform allows'],
    ['planogram emulator --switch deletes=shown --switch lag=200', 'single assumptions; docs/assumptions.md lists them'],
    ['planogram emulator --oauth-client erp=https://erp.example/callback --open', 'an application that asks for a key'],
  ],
  notes: ['Next: open the address of the shop in a browser.'],
  exitCodes: {
    done: 'stopped by Ctrl-C',
    error: 'the store is already running, its port is in use, or its data cannot be opened',
    usage: 'an option is wrong',
    invalid: 'the catalogue of --seed is invalid, or the config is not UTF-8 text',
    terminated: 'stopped by SIGTERM',
  },
})

export type EmulatorFlags = OptionsOf<typeof emulatorUsage>

/** Values of switches by name; of several for one switch, the last counts. */
function switchesSchema(): z.ZodType<Partial<Switches>> {
  return z
    .array(z.string())
    .default([])
    .transform((texts, context) => {
      const pairs = texts.map((typed, index) => ({ ...pairOf(typed), index }))
      for (const { name, value, index } of pairs) {
        if (!areSwitches({ [name]: value }))
          context.addIssue({ code: 'custom', message: switchHelp(texts[index] ?? '', name), path: [index] })
      }
      const switches = Object.fromEntries(pairs.map(({ name, value }) => [name, value]))
      return areSwitches(switches) ? switches : z.NEVER
    })
}

/** Applications by their id, each with its redirect URIs. */
function clientsSchema(): z.ZodType<readonly OAuthClient[]> {
  return z
    .array(z.string())
    .default([])
    .transform((texts, context) => {
      const pairs = texts.map((typed, index) => ({ ...pairOf(typed), index }))
      for (const { name, value, index } of pairs) {
        if (/^[\w.~-]{1,100}$/.test(name) && isUsableRedirect(value)) continue
        context.addIssue({ code: 'custom', message: clientHelp, path: [index] })
      }
      return [...Map.groupBy(pairs, ({ name }) => name)].map(([id, own]) => ({ id, redirectUris: own.map(({ value }) => value) }))
    })
}

const clientHelp =
  'Give id=redirect, such as erp=https://erp.example/callback: an id of letters, digits and . _ ~ -, and an address with https, or with http on this machine.'

function pairOf(typed: string): { readonly name: string; readonly value: string } {
  const at = typed.indexOf('=')
  return at < 0 ? { name: typed, value: '' } : { name: typed.slice(0, at), value: typed.slice(at + 1) }
}

function switchHelp(typed: string, name: string): string {
  const known: Readonly<Record<string, { readonly values: readonly string[] }>> = assumptions
  const values = Object.hasOwn(known, name) ? known[name]?.values : undefined
  if (values) return `Allowed values of ${name} are ${values.join(', ')}.`
  const near = nearestWord(name, Object.keys(known))
  const wrong = typed.includes('=') && name !== '' ? `There is no switch ${JSON.stringify(name.slice(0, 60))}.` : 'Give name=value.'
  return `${wrong}${near === undefined ? '' : ` Did you mean \`${near}\`?`} docs/assumptions.md lists the switches.`
}
