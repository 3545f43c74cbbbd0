import { invalidValue } from '../../http/store-fault.ts'
import type { NamedResource } from '../row-context.ts'

/** The format of a text that platform.md shows. An empty text clears the field, except where the field is required. */
interface Format {
  readonly pattern: Pick<RegExp, 'test'>
  /** What a value must be, for messages. */
  readonly expected: string
  /** The row of assumptions.md. */
  readonly row: 'H1' | 'W25'
}

const number = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)`

/** An address that a notification can be sent to. */
const webAddress = { test: (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text) }

const formats: Readonly<Record<string, Format>> = {
  'Webhooks.name': { pattern: /^[A-Z][A-Za-z0-9]*$/, expected: 'an event name in PascalCase', row: 'H1' },
  'Webhooks.url': { pattern: webAddress, expected: 'a web address', row: 'H1' },
  'Options.o_value': { pattern: /^(?:[^=,]+=[^,]*)(?:,[^=,]+=[^,]*)*$|^$/, expected: 'a list such as s=Small,m=Medium', row: 'W25' },
  'Options.price': { pattern: /^(?:[^=,]+=[+-]?\d+)(?:,[^=,]+=[+-]?\d+)*$|^$/, expected: 'a list such as gold=3,silver=-2', row: 'W25' },
  'Merchandising.discount': { pattern: new RegExp(`^(?:${number}%?)?$`), expected: 'a number or a percentage', row: 'W25' },
  'OrderlineTax.rate': { pattern: new RegExp(`^(?:${number}%?)?$`), expected: 'a percentage', row: 'W25' },
}

/** 400 for a text whose format platform.md shows, and which does not have it (assumptions.md H1, W25). */
export function checkFormat(resource: NamedResource, name: string, received: string): void {
  const format = formats[`${resource.name}.${name}`]
  if (format && !format.pattern.test(received))
    throw invalidValue(resource.node, name, `${JSON.stringify(received.slice(0, 60))} is not ${format.expected}`).because(format.row)
}

/** 400 for a price entry in XXX or XTS, which ISO 4217 reserves for no currency (assumptions.md W44). */
export function checkCurrency(resource: NamedResource, name: string, received: string): void {
  if (resource.name === 'PricingAdvanced' && name === 'currency_code' && /^(?:XXX|XTS)$/i.test(received))
    throw invalidValue(resource.node, name, `${JSON.stringify(received)} is not a currency`).because('W44')
}

/** 400 for an order line whose code is not `<order_number>-<increment>` of its order (platform.md, "Orderline"; assumptions.md W25). */
export function checkLineCode(resource: NamedResource, values: ReadonlyMap<string, string>): void {
  const [code = '', order = ''] = [values.get('code'), values.get('order_number')]
  if (resource.name !== 'Orderlines' || code === '' || order === '') return
  if (code.startsWith(`${order}-`) && /^\d+$/.test(code.slice(order.length + 1))) return
  const shown = JSON.stringify(code.slice(0, 60))
  throw invalidValue(resource.node, 'code', `${shown} is not a line of order ${order} (<order_number>-<increment>)`)
}
