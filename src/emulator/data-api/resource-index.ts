import { type ResourceName, resources } from '../../resources/registry.ts'
import type { Resource } from '../../resources/resource.ts'
import { deniedResource, type StoredKey } from '../keys/stored-keys.ts'
import { escapeXml } from '../markup/escape.ts'

const hints = [
  'GET /API/V3/Product/ lists records, GET /API/V3/Product/<sku> reads one, GET /API/V3/Product.xsd shows the fields.',
  'Join resources with +, such as /API/V3/Product+Inventory/; nest them with brackets.',
  'Filters and options are query parameters: ?sku=TEE-%25, _search, _fields, _results and _start.',
]

/** True for the root of the Data API, `/API/V3/`; its last slash is optional (assumptions.md R33). */
export function isResourceIndex(path: string): boolean {
  return /^\/API\/V3\/*$/.test(path)
}

function resourceText({ name, node, aliases, key, doc }: Resource & { readonly name: ResourceName }, access: StoredKey): string {
  const attributes = {
    name,
    node,
    ...(aliases.length > 0 ? { aliases: aliases.join(' ') } : {}),
    ...(key === null ? {} : { key }),
    href: `/API/V3/${name}/`,
    schema: `/API/V3/${name}.xsd`,
    access: deniedResource(access, [name]) === undefined ? 'granted' : 'denied',
  }
  const texts = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
  return `<resource${texts.join('')}>${escapeXml(doc)}</resource>`
}

/** The resources with their addresses and what the key may access, in the `rsp` element of the platform's other messages. */
export function resourceIndexText(access: StoredKey): string {
  const lines = [...hints.map((hint) => `<hint>${escapeXml(hint)}</hint>`), ...resources.map((resource) => resourceText(resource, access))]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsp stat="ok" version="3.0">\n${lines.join('\n')}\n</rsp>\n`
}
