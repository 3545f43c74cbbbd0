import type { JsonSchema } from '../../src/documents/json-schema.ts'

/** A map with keys of its own, below a heading of a page. */
interface Part {
  readonly heading: string
  readonly schema: JsonSchema
}

/** A table of the keys of each map in a schema, nested ones below headings of their own. A map of defaults is a list of its keys. */
export function keyTables(schema: JsonSchema): string {
  const parts: Part[] = []
  collect(schema, '', parts)
  return parts.map(partText).join('\n')
}

function collect(schema: JsonSchema, heading: string, parts: Part[]): void {
  const known = parts.find((part) => part.heading === heading)
  if (known && keysOf(known.schema).join() !== keysOf(schema).join()) throw new Error(`Two kinds of maps have the heading ${heading}.`)
  if (known) return
  parts.push({ heading, schema })
  for (const [key, value] of Object.entries(schema.properties ?? {}))
    for (const [inner, name] of mapsIn(value, key)) collect(inner, name, parts)
}

/** The maps with keys of their own in the value of a key, with their headings. */
function mapsIn(value: Schema, key: string): readonly (readonly [JsonSchema, string])[] {
  if (typeof value !== 'object' || isFileOfText(value)) return []
  const name = value.title ?? key
  if (value.properties) return [[value, name]]
  return [...(value.anyOf ?? []), value.additionalProperties, value.items]
    .flatMap((inner) => (Array.isArray(inner) ? inner : [inner]))
    .flatMap((inner) => (inner === undefined ? [] : mapsIn(inner, name)))
}

type Schema = JsonSchema | boolean

/** `{ file: path }`, in place of a long text. */
function isFileOfText(schema: JsonSchema): boolean {
  return keysOf(schema).join() === 'file'
}

function keysOf({ properties = {} }: JsonSchema): readonly string[] {
  return Object.keys(properties)
}

function partText({ heading, schema }: Part): string {
  if (heading.startsWith('Defaults of '))
    return `### ${heading}\n\n${keysOf(schema)
      .map((key) => `\`${key}\``)
      .join(', ')}\n`
  const rows = Object.entries(schema.properties ?? {}).map(([key, value]) => {
    const about = typeof value === 'object' ? value : {}
    const needed = schema.required?.includes(key) === true ? ' (required)' : ''
    return `| \`${key}\`${needed} | ${cell(valueText(value, key))} | ${cell(`${about.description ?? ''}${exampleText(about)}`)} |`
  })
  const head = heading === '' ? '' : `### ${heading}\n\n`
  return `${head}| key | value | |\n|---|---|---|\n${rows.join('\n')}\n`
}

function cell(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|')
}

/** What a value can be, in words. */
function valueText(schema: Schema, key: string): string {
  if (typeof schema !== 'object') return 'any value'
  const name = schema.title ?? key
  if (schema.enum) return schema.enum.map((word) => `\`${word === '' ? "''" : String(word)}\``).join(', ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map((option) => valueText(option, name)))].join(', or ')
  if (isFileOfText(schema)) return '`{ file: path }`'
  if (schema.properties) return `[${name}](#${anchorOf(name)})`
  if (typeof schema.additionalProperties === 'object') return `map of ${valueText(schema.additionalProperties, name)}`
  if (typeof schema.items === 'object' && !Array.isArray(schema.items)) return `list of ${valueText(schema.items, name)}`
  return scalarText(schema)
}

function scalarText({ type, pattern = '' }: JsonSchema): string {
  const types: readonly string[] = typeof type === 'string' ? [type] : Array.isArray(type) ? type : []
  if (types.includes('boolean') && types.length === 1) return '`true`, `false`'
  if (types.includes('boolean')) return 'text'
  if (types.includes('integer')) return pattern.includes('%') ? 'whole number, percentage' : 'whole number'
  if (types.includes('number')) return 'number'
  return 'text'
}

/** As GitHub writes a heading into an address. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-')
}

function exampleText({ examples }: JsonSchema): string {
  const [first] = Array.isArray(examples) ? examples : []
  return first === undefined ? '' : ` Example: \`${flow(first)}\`.`
}

/** A value as YAML in one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (value === null || typeof value !== 'object') return String(value)
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${flow(inner)}`)
    .join(', ')} }`
}
