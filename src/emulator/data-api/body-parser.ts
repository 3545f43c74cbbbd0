import { SaxesParser } from 'saxes'
import { findResource, resourceOf, type ResourceName } from '../../resources/registry.ts'
import type { SpecNode } from '../../wire/spec.ts'
import type { Switches } from '../assumptions/switches.ts'
import { hasField } from '../database/table-sql.ts'
import { invalidFields, StoreFault } from '../http/store-fault.ts'
import type { IncomingRecord } from '../rows/row-context.ts'
import { fieldOfWire } from '../rows/wire-names.ts'

interface OpenRecord {
  readonly spec: SpecNode
  readonly resource: IncomingRecord['resource']
  readonly fields: Map<string, string>
  readonly children: OpenRecord[]
}

type Frame =
  | { readonly kind: 'root' }
  | { readonly kind: 'record'; readonly record: OpenRecord }
  | { readonly kind: 'field'; readonly record: OpenRecord; readonly name: string; text: string }
  | { readonly kind: 'skipped' }

/** The root, four levels of records, a field, and some levels for skipped elements; saxes is quadratic in depth. */
const maxDepth = 16

function bad(message: string): StoreFault {
  return new StoreFault(400, message).because('R31')
}

function opened(spec: SpecNode): OpenRecord {
  return { spec, resource: resourceOf(spec.resource), fields: new Map(), children: [] }
}

/** The state of the parser. */
interface State {
  readonly spec: SpecNode
  readonly switches: Switches
  readonly frames: Frame[]
  readonly records: OpenRecord[]
  /** Unknown names, which 406 will list, each with its row of assumptions.md. */
  readonly invalid: { readonly name: string; readonly row: 'W16' | 'W17' }[]
}

/** The name of the field that an element inside a record is; `undefined`: it is a related record, or unknown (assumptions.md W17). */
export function fieldOfElement(resource: ResourceName, wire: string, switches: Switches): string | undefined {
  const name = fieldOfWire(resource, wire, switches)
  return !findResource(name) && (hasField(resourceOf(resource), name) || switches.unknownField === 'store') ? name : undefined
}

function insideRecord({ switches, invalid }: State, record: OpenRecord, wire: string): Frame {
  const { resource } = record
  const found = findResource(fieldOfWire(resource.name, wire, switches))
  const child = found && record.spec.children.find((node) => node.resource === found.name)
  if (child) {
    const nested = opened(child)
    record.children.push(nested)
    return { kind: 'record', record: nested }
  }
  const name = fieldOfElement(resource.name, wire, switches)
  if (name !== undefined) {
    if (record.fields.has(name)) throw bad(`${resource.node}.${name}: given twice`)
    return { kind: 'field', record, name, text: '' }
  }
  if (found || switches.unknownField === '406') invalid.push({ name: wire, row: found ? 'W16' : 'W17' })
  return { kind: 'skipped' }
}

function atRoot({ spec, records }: State, name: string): Frame {
  if (findResource(name)?.name !== spec.resource) throw bad(`A ${resourceOf(spec.resource).node} node is expected, not ${name}`)
  const record = opened(spec)
  records.push(record)
  return { kind: 'record', record }
}

function frameBelow(state: State, name: string): Frame {
  const top = state.frames.at(-1)
  switch (top?.kind) {
    case undefined:
      if (name !== 'ResultSet') throw bad(`The root element must be ResultSet, not ${name}`)
      return { kind: 'root' }
    case 'root':
      return atRoot(state, name)
    case 'record':
      return insideRecord(state, top.record, name)
    case 'field':
      throw bad(`${top.record.resource.node}.${top.name}: contains the element ${name}; a field contains text only`)
    case 'skipped':
      return top
    default:
      return top satisfies never
  }
}

function takeText({ frames }: State, text: string): void {
  const top = frames.at(-1)
  if (top?.kind === 'field') top.text += text
  else if (top?.kind !== 'skipped' && text.trim() !== '') throw bad(`Text outside of a field: ${text.trim().slice(0, 40)}`)
}

function takeElements(parser: SaxesParser<{ xmlns: true }>, state: State): void {
  const { frames } = state
  parser.on('opentag', ({ local }) => {
    if (frames.length >= maxDepth) throw bad('The elements are nested too deeply')
    frames.push(frameBelow(state, local))
  })
  parser.on('text', (text) => takeText(state, text))
  parser.on('cdata', (text) => takeText(state, text))
  parser.on('closetag', () => {
    const frame = frames.pop()
    if (frame?.kind === 'field') frame.record.fields.set(frame.name, frame.text)
  })
}

/**
 * The records of a write payload (platform.md, "Write payload rules"): root ResultSet, nodes of the primary resource, related nodes nested
 * according to the specification. Strict XML with any namespace prefix; no DTD, no duplicate fields, no text outside of fields. Throws a `StoreFault`.
 */
export function parseBody(text: string, spec: SpecNode, switches: Switches): readonly IncomingRecord[] {
  const parser = new SaxesParser({ xmlns: true })
  const state: State = { spec, switches, frames: [], records: [], invalid: [] }
  takeElements(parser, state)
  parser.on('error', (error) => {
    throw bad(`The body is not well-formed XML: ${error.message}`)
  })
  parser.on('xmldecl', ({ version, encoding }) => {
    if (version !== '1.0') throw bad(`XML ${version?.slice(0, 10) ?? ''} is not supported, only 1.0`)
    if (encoding && !/^utf-?8$/i.test(encoding)) throw bad(`The encoding ${encoding.slice(0, 40)} is not supported, only UTF-8`)
  })
  parser.on('doctype', () => {
    throw bad('A document type declaration is not accepted')
  })
  parser.write(text).close()
  const [first] = state.invalid
  if (first) throw invalidFields(state.invalid.map(({ name }) => name)).because(first.row)
  if (state.records.length === 0) throw bad(`The ResultSet contains no ${resourceOf(spec.resource).node} node`)
  return state.records
}
