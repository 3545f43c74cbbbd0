import { type Command, InvalidArgumentError } from 'commander'
import { percentIn } from '../pricing/price-changes.ts'
import { formatOption } from './format-option.ts'
import type { Perform } from './perform.ts'

/** `planogram price`. It is loaded when it is typed. */
export function registerPrice(program: Command, perform: Perform): void {
  program
    .command('price')
    .description('what a customer pays, in git and in the store, with the reason step by step')
    .argument('<sku>', 'the sku of a product or the code of a variant')
    .option('-g, --group <code>', 'a group of the customer; several may be given, then the lowest price counts', gathered)
    .option('-n, --quantity <number>', 'how many pieces of this sku (default: 1)', pieces)
    .option('--currency <code>', 'the currency to pay in (default: that of the config)')
    .option('--at <time>', 'when, as YYYY-MM-DD [HH:MM[:SS]] in the time zone of the config (default: now)', time)
    .option('-o, --option <name=value>', 'a chosen option; with variants the options choose the variant', choice)
    .option('--customer-discount <percent>', 'the discount of this customer, such as 20%', percent)
    .option('-t, --table', 'every group and quantity, one table per currency; of a product with variants those of all variants')
    .option('--offline', 'read only the catalogue, not the store')
    .addOption(formatOption(['text', 'json']))
    .action(async (sku: string, _, command: Command) =>
      perform((await import('./commands/price.ts')).price, { ...command.optsWithGlobals(), sku }),
    )
}

function gathered(code: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...code.split(',').map((each) => each.trim())]
}

function pieces(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A quantity is a whole number from 1.')
  return Number(text)
}

function time(text: string): string {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/.exec(text)
  const full = `${parts?.[1] ?? ''} ${parts?.[2] ?? '00:00'}${parts?.[3] ?? ':00'}`
  const moment = Date.parse(`${full.replace(' ', 'T')}Z`)
  if (Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 19).replace('T', ' ') !== full) {
    throw new InvalidArgumentError('A time is a date that exists, such as 2026-12-01 or "2026-12-01 08:00".')
  }
  return full
}

function choice(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('An option is name=value, such as size=m.')
  const name = text.slice(0, at)
  if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`The option ${name} is chosen twice.`)
  return { ...before, [name]: text.slice(at + 1) }
}

function percent(text: string): string {
  const found = percentIn(text.endsWith('%') ? text : `${text}%`)
  if (found === null) throw new InvalidArgumentError('A customer discount is a percentage from 0% to 100%, such as 20%.')
  return found
}
