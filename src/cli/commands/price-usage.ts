import { z } from 'zod'
import { percentIn } from '../../pricing/price-changes.ts'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, flag, limited, option, text } from '../option.ts'

export const priceUsage = defineUsage({
  name: 'price',
  group: 'Inspect',
  description: 'Print what a customer pays, in git and in the store, and each step of the calculation',
  options: z.object({
    sku: option('<sku>', 'Sku of a product or code of a variant', { schema: z.string() }),
    group: option('-g, --group <code>', 'Group of the customer; may be repeated, the lowest price counts', {
      schema: z
        .array(z.string())
        .default([])
        .transform((codes) => codes.flatMap((code) => code.split(',')).map((code) => code.trim()))
        .transform((codes) => codes.filter((code) => code !== '' && code !== 'default')),
      repeats: true,
    }),
    quantity: option('-n, --quantity <number>', 'Pieces of this sku (default: 1)', { schema: quantitySchema() }),
    currency: text('--currency <code>', 'Currency to pay in (default: that of the config)'),
    at: option('--at <time>', 'Time of the purchase as YYYY-MM-DD [HH:MM[:SS]] in the time zone of the config (default: now)', {
      schema: timeSchema(),
    }),
    option: option('-o, --option <name=value>', 'Chosen option; may be repeated; with variants the options choose the variant', {
      schema: choicesSchema(),
      repeats: true,
    }),
    customerDiscount: option('--customer-discount <percent>', 'Discount of this customer, such as 20%', { schema: percentSchema() }),
    table: limited(
      flag('-t, --table', 'Print every group and quantity, one table per currency; for a product, the tables of all its variants'),
      { excludes: ['group', 'quantity'] },
    ),
    offline: flag('--offline', 'Read only the catalogue, not the store'),
    format: choice('-f, --format <format>', 'Format of the result', ['text', 'json']),
  }),
  examples: [
    ['planogram price TEE-CLASSIC --option size=m --option colour=navy', 'a variant, chosen by its options'],
    ['planogram price TEE-CLASSIC-m-navy --group dealer --quantity 50 --currency EUR', 'for a dealer who pays in euro'],
    ['planogram price TEE-CLASSIC-m-navy --at 2026-12-24 --customer-discount 20%', 'at another time, with a discount'],
    ['planogram price TEE-CLASSIC-m-navy --table', 'every group and quantity'],
  ],
  notes: ['To keep a price from changing, write a price test under `expect:` in a document: `planogram validate` checks it.'],
  exitCodes: {
    done: 'the price is printed; also where there is none',
    error: 'there is no config, or the store cannot be read and only git is shown (--offline omits the store)',
    usage: 'there is no such sku, option, value or group',
    invalid: 'the config is not UTF-8 text',
  },
})

export type PriceOptions = OptionsOf<typeof priceUsage>

function quantitySchema(): z.ZodType<number | undefined> {
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: 'Quantity must be a whole number of at most 9 digits.' })
    .transform(Number)
    .refine((quantity) => quantity > 0, { error: 'Quantity must be 1 or more.' })
    .optional()
}

/** A time as `YYYY-MM-DD HH:MM:SS`. */
function timeSchema(): z.ZodType<string | undefined> {
  return z
    .string()
    .transform((typed, context) => {
      const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/.exec(typed)
      const full = `${parts?.[1] ?? ''} ${parts?.[2] ?? '00:00'}${parts?.[3] ?? ':00'}`
      const moment = Date.parse(`${full.replace(' ', 'T')}Z`)
      if (!Number.isNaN(moment) && new Date(moment).toISOString().slice(0, 19).replace('T', ' ') === full) return full
      context.addIssue({ code: 'custom', message: 'Give a date that exists, such as 2026-12-01 or "2026-12-01 08:00".' })
      return z.NEVER
    })
    .optional()
}

/** Values of options by name. */
function choicesSchema(): z.ZodType<Readonly<Record<string, string>>> {
  return z
    .array(z.string())
    .default([])
    .transform((texts, context) => {
      const chosen: Record<string, string> = {}
      for (const [index, typed] of texts.entries()) {
        const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(typed) ?? []
        if (name === '') context.addIssue({ code: 'custom', message: 'Give name=value, such as size=m.', path: [index] })
        else if (Object.hasOwn(chosen, name)) {
          context.addIssue({ code: 'custom', message: `Choose the option ${name} once.`, path: [index] })
        } else chosen[name] = value
      }
      return chosen
    })
}

function percentSchema(): z.ZodType<string | undefined> {
  return z
    .string()
    .transform((typed, context) => {
      const percent = percentIn(typed.endsWith('%') ? typed : `${typed}%`)
      if (percent !== null) return percent
      context.addIssue({ code: 'custom', message: 'Give a percentage from 0% to 100%, such as 20%.' })
      return z.NEVER
    })
    .optional()
}
