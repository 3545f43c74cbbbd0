import { findResource } from '../../src/resources/registry.ts'
import { node } from './proof.ts'
import { readXml } from './xml-tree.ts'
import type { Element } from './xml-tree.ts'

/** The fields that a request asks for, by resource; a resource that is left out is asked for all. */
type Asked = ReadonlyMap<string, readonly string[]>

/** A text as `plainRecords` has it. */
export function escapedText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function askedBy(path: string): Asked {
  const [address = '', query = ''] = path.split('?')
  const primary = findResource(/^\w+/.exec(address)?.[0] ?? '')?.name ?? ''
  const list = new URLSearchParams(query).get('_fields')
  if (list === null) return new Map()
  return new Map(
    list.split('|').map((part) => {
      const [fields = '', related = ''] = part.split(':').toReversed()
      return [related === '' ? primary : (findResource(related)?.name ?? related), fields.split(',')]
    }),
  )
}

/** A number in one spelling (docs/assumptions.md W23). */
function plainValue(kind: string | undefined, text: string): string {
  return kind === 'integer' || kind === 'decimal' ? String(Number(text)) : escapedText(text)
}

function isRecord({ name, children }: Element): boolean {
  return children.length > 0 || findResource(name) !== undefined
}

function plainRecord(element: Element, asked: Asked): string {
  const resource = findResource(element.name)
  if (!resource) throw new Error(`${element.name} is no resource of platform.md`)
  const wanted = asked.get(resource.name)
  const fields = element.children.filter((child) => !isRecord(child) && child.text !== '' && (wanted?.includes(child.name) ?? true))
  const values = fields.map(({ name, text }) => [name, plainValue(resource.fields[name]?.kind, text)] as const)
  const below = element.children.filter(isRecord).map((child) => plainRecord(child, asked))
  return node(resource.node, Object.fromEntries(values), ...below)
}

/**
 * The records of an answer to this path as far as platform.md determines their text: without attributes, without fields that are empty
 * (docs/assumptions.md W22) or were not asked for (R14), each element by the name in its heading (R16), each number in one spelling (W23).
 */
export function plainRecords(path: string, xml: string): readonly string[] {
  const asked = askedBy(path)
  return readXml(xml).children.map((element) => plainRecord(element, asked))
}
