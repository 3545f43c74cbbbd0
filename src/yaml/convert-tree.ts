import type { Node, Pair, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { type Finding, makeProblem } from '../problems/make-problem.ts'
import { maskSecrets } from '../problems/mask-secrets.ts'
import type { Problem } from '../problems/problem.ts'
import { tooDeep } from './explain-broken.ts'
import { yamlLibrary } from './library.ts'
import { restoreReferences } from './references.ts'
import { missingValueFix, nullFix } from './missing-value.ts'
import type { Extent, MapEntry, SourceNode } from './source-node.ts'
import { formatCount } from '../source/counts.ts'

/** Deepest nesting of a document; deeper ones are attacks on the parser. */
const deepest = 64
/** All aliases of a document together expand to at most this many values. */
const mostAliased = 500_000

interface Conversion {
  readonly file: string
  readonly text: string
  readonly problems: Problem[]
  /** Complete anchors by name: an alias inside its own anchor finds none. */
  readonly anchors: Map<string, Sized>
  readonly isOverlay: boolean
  /** True while entries of a map may have the tags `!remove` and `!replace`: in overlays, outside of lists. */
  allowsMarks: boolean
  /** Number of values that the aliases expanded to so far. */
  aliased: number
  depth: number
}

interface Sized {
  readonly node: SourceNode
  /** Number of values in it, aliases expanded. */
  readonly size: number
}

/** Converts the tree of the YAML library to source nodes; a value with a problem is dropped. Aliases share the node of their anchor. */
export function convertTree(input: { file: string; text: string; contents: ParsedNode; isOverlay: boolean }): {
  root: SourceNode | null
  problems: readonly Problem[]
} {
  const { file, text, isOverlay } = input
  const conversion: Conversion = { file, text, problems: [], anchors: new Map(), allowsMarks: isOverlay, isOverlay, aliased: 0, depth: 0 }
  const root = convert(conversion, input.contents)
  return { root: root?.node ?? null, problems: conversion.problems }
}

function convert(conversion: Conversion, node: Node, mark?: Mark): Sized | undefined {
  const extent = extentOf(node)
  if (yamlLibrary().isAlias(node)) return convertAlias(conversion, node.source, extent)
  if (conversion.depth > deepest) {
    return refuse(conversion, extent, { rule: 'yaml-broken', message: 'this is nested too deeply', fix: tooDeep.fix })
  }
  if (mark === undefined && node.tag !== undefined && node.tag !== '' && !isKnownTag(node.tag))
    return refuseTag(conversion, node.tag, extent)
  conversion.depth += 1
  const converted = convertValue(conversion, node, extent)
  conversion.depth -= 1
  if (converted && 'anchor' in node && typeof node.anchor === 'string') conversion.anchors.set(node.anchor, converted)
  return converted
}

function convertValue(conversion: Conversion, node: Node, extent: Extent): Sized | undefined {
  if (yamlLibrary().isMap(node)) return convertMap(conversion, node, extent)
  if (yamlLibrary().isSeq(node)) return convertList(conversion, node, extent)
  if (yamlLibrary().isScalar(node)) return convertScalar(conversion, node, extent)
  return undefined
}

function convertScalar(conversion: Conversion, node: Scalar, extent: Extent): Sized | undefined {
  const text = typeof node.value === 'string' ? node.value : (node.source ?? '')
  if (node.type === 'PLAIN' && /^(?:~|null|Null|NULL)?$/.test(text)) {
    return refuse(conversion, extent, {
      rule: 'null-value',
      message:
        text === '' ? 'there is no value here' : `"${text}" is not a value: it could mean "empty the field" or "leave the field alone"`,
      fix: nullFix,
    })
  }
  return { node: { kind: 'scalar', text: restoreReferences(text), ...extent }, size: 1 }
}

function convertList(conversion: Conversion, list: YAMLSeq, extent: Extent): Sized {
  const items: SourceNode[] = []
  let size = 1
  const { allowsMarks } = conversion
  conversion.allowsMarks = false
  for (const item of list.items) {
    const converted = isAnyNode(item) ? convert(conversion, item) : undefined
    if (converted) items.push(converted.node)
    size += converted?.size ?? 1
  }
  conversion.allowsMarks = allowsMarks
  return { node: { kind: 'list', items, ...extent }, size }
}

function convertMap(conversion: Conversion, map: YAMLMap, extent: Extent): Sized {
  const entries = new Map<string, MapEntry>()
  let size = 1
  for (const pair of map.items) {
    const key = keyOf(conversion, pair)
    if (!key || isDuplicate(conversion, key, entries.get(key.text))) continue
    const value = convertEntry(conversion, key, pair.value)
    if (value) entries.set(key.text, { key: key.extent, value: value.node, ...(value.mark === undefined ? {} : { mark: value.mark }) })
    size += value?.size ?? 1
  }
  return { node: { kind: 'map', entries, ...extent }, size }
}

type Mark = NonNullable<MapEntry['mark']>

function convertEntry(conversion: Conversion, key: Key, value: unknown): (Sized & { readonly mark?: Mark }) | undefined {
  if (!isAnyNode(value) || isBlank(value)) return refuseEmpty(conversion, key)
  const mark = conversion.allowsMarks ? markOf(value) : undefined
  if (mark === undefined) return convert(conversion, value)
  const extent = extentOf(value)
  const place = tagExtent(conversion, `!${mark}`, extent)
  if (mark === 'remove') {
    const isBare = yamlLibrary().isScalar(value) && (value.source ?? '') === ''
    if (isBare) return { node: { kind: 'scalar', text: '', ...place }, size: 1, mark }
    return refuse(conversion, place, { rule: 'yaml-tag', message: '!remove takes no value', fix: `Write ${key.text}: !remove.` })
  }
  if (!yamlLibrary().isMap(value)) {
    const message = '!replace is for maps: a list or a single value is always replaced'
    return refuse(conversion, place, { rule: 'yaml-tag', message, fix: 'Remove the tag.' })
  }
  const converted = convert(conversion, value, mark)
  return converted && { ...converted, mark }
}

function markOf(value: Node): Mark | undefined {
  if (yamlLibrary().isAlias(value)) return undefined
  return value.tag === '!remove' ? 'remove' : value.tag === '!replace' ? 'replace' : undefined
}

interface Key {
  readonly text: string
  readonly extent: Extent
}

function keyOf(conversion: Conversion, { key }: Pair): Key | undefined {
  if (!isAnyNode(key)) return undefined
  const extent = extentOf(key)
  if (
    !yamlLibrary().isScalar(key) ||
    key.tag !== undefined ||
    typeof key.value !== 'string' ||
    key.value === '' ||
    key.value === '__proto__'
  ) {
    return refuse(conversion, extent, { rule: 'key-shape', message: 'this cannot be a key', fix: 'Write a plain text as the key.' })
  }
  if (key.value === '<<' && key.type === 'PLAIN') {
    return refuse(conversion, extent, {
      rule: 'merge-key',
      message: 'merge keys (<<) are not part of YAML 1.2 and are not supported',
      fix: 'Write the entries out, or use "each" for variants and a price list for prices. An alias (*name) as a value is allowed.',
    })
  }
  return { text: restoreReferences(key.value), extent }
}

function isDuplicate({ file, problems }: Conversion, { text, extent }: Key, first: MapEntry | undefined): boolean {
  if (!first) return false
  problems.push(
    makeProblem({
      rule: 'unique-keys',
      at: { file, ...extent },
      message: `this map has the key "${text}" twice`,
      fix: 'Keep one of the two.',
      related: { message: 'the first one is here', at: { file, ...first.key } },
    }),
  )
  return true
}

function convertAlias(conversion: Conversion, name: string, extent: Extent): Sized | undefined {
  const target = conversion.anchors.get(name)
  if (!target) {
    return refuse(conversion, extent, {
      rule: 'yaml-alias',
      message: `the alias *${name} has no complete anchor &${name} before it`,
      fix: `Write &${name} before the value to repeat, earlier in this file. A text that begins with * needs quotes.`,
    })
  }
  const before = conversion.aliased
  conversion.aliased += target.size
  if (conversion.aliased <= mostAliased) return target
  if (before > mostAliased) return undefined
  return refuse(conversion, extent, {
    rule: 'yaml-alias',
    message: `the aliases of this document expand to more than ${formatCount(mostAliased)} values`,
    fix: 'Write the values out, or use price lists.',
  })
}

const noOverlay = ' A folder is an overlay when a store in planogram.yaml names it: catalogue: overlays/production.'

function refuseTag(conversion: Conversion, tag: string, extent: Extent): undefined {
  const overlay = tag === '!remove' || tag === '!replace'
  const written = tag.replace('tag:yaml.org,2002:', '!!')
  const remove = `Remove the tag.${written.startsWith('!!') ? '' : ' A text that begins with ! needs quotes.'}`
  return refuse(conversion, tagExtent(conversion, written, extent), {
    rule: 'yaml-tag',
    message: overlay ? `${tag} is allowed on entries of a map in an overlay only` : `unknown tag ${written}`,
    fix: overlay ? `Remove the tag. To leave a field to the store, leave the key out.${conversion.isOverlay ? '' : noOverlay}` : remove,
  })
}

/** The place of the tag of a value, which is written before it. */
function tagExtent({ text }: Conversion, written: string, extent: Extent): Extent {
  const start = text.lastIndexOf(written, extent.start)
  return start < 0 ? extent : { start, end: start + written.length }
}

/** True for tags that do not change the kind of a value. */
function isKnownTag(tag: string): boolean {
  return tag === 'tag:yaml.org,2002:str' || tag === 'tag:yaml.org,2002:map' || tag === 'tag:yaml.org,2002:seq'
}

/** True for a key with nothing after it. */
function isBlank(value: Node): boolean {
  return yamlLibrary().isScalar(value) && value.type === 'PLAIN' && value.source === '' && value.tag === undefined
}

function refuseEmpty(conversion: Conversion, { text, extent }: Key): undefined {
  const { text: source, depth } = conversion
  const isDecimalComma = /^\d+$/.test(text) && /^\d,$/.test(source.slice(Math.max(0, extent.start - 2), extent.start))
  if (isDecimalComma) {
    return refuse(conversion, extent, {
      rule: 'null-value',
      message: `the comma before ${text} starts another entry, which has no value`,
      fix: 'Write decimals with a point (19.95) and thousands without a separator (1000).',
    })
  }
  return refuse(conversion, extent, {
    rule: 'null-value',
    message: `"${maskSecrets(text)}" has no value`,
    fix: missingValueFix(source, { text, extent, depth }),
  })
}

function refuse({ file, problems }: Conversion, extent: Extent, finding: Omit<Finding, 'at'>): undefined {
  problems.push(makeProblem({ ...finding, at: { file, ...extent } }))
  return undefined
}

function isAnyNode(value: unknown): value is Node {
  return yamlLibrary().isScalar(value) || yamlLibrary().isMap(value) || yamlLibrary().isSeq(value) || yamlLibrary().isAlias(value)
}

function extentOf({ range }: Node): Extent {
  return { start: range?.[0] ?? 0, end: range?.[1] ?? 0 }
}
