import { OperationalError } from '../../errors.ts'
import { nearestWord } from '../../problems/nearest-word.ts'
import { findResource, type ResourceName, resources } from '../../resources/registry.ts'
import { relations } from '../../resources/relations.ts'
import { parseFieldList } from '../../wire/field-list.ts'
import type { Filter } from '../../wire/filters.ts'
import { parseSearch } from '../../wire/search.ts'
import { searchFields } from '../../wire/search-tree.ts'
import { parseSpec, type SpecFault, type SpecNode } from '../../wire/spec.ts'

/** A read as it was typed. */
export interface TypedQuery {
  readonly spec: string
  /** `field=value` each. */
  readonly filters: readonly string[]
  readonly fields?: string | undefined
  readonly search?: string | undefined
}

/** What was typed, as far as it can be checked without the store. */
export interface ParsedQuery {
  readonly spec: SpecNode
  /** Fields by resource, as typed; of a resource that is not there, all. */
  readonly fields: ReadonlyMap<ResourceName, readonly string[]>
  readonly filters: readonly Filter[]
  /** The fields that the expression names. */
  readonly searched: readonly string[]
}

/** Parses the specification, the filters, the list of fields and the expression. Throws `wrong-usage` with what was probably meant. */
export function parseQuery({ spec, filters, fields, search }: TypedQuery): ParsedQuery {
  const node = parseSpec(spec)
  if ('fault' in node) throw specRefused(spec, node)
  return {
    spec: node,
    fields: fields === undefined ? new Map() : parsedFields(fields, node),
    filters: parsedFilters(filters),
    searched: search === undefined ? [] : parsedSearch(search),
  }
}

function specRefused(spec: string, { fault, name }: SpecFault): OperationalError {
  const near = nearestWord(
    name,
    resources.flatMap((each) => [each.name, each.node, ...each.aliases]),
  )
  switch (fault) {
    case 'unknown':
      return refused(
        `There is no resource \`${name}\`.`,
        near === undefined ? `The resources are ${resources.map((each) => each.name).join(', ')}.` : `Did you mean \`${near}\`?`,
      )
    case 'unrelated':
      return refused(`\`${name}\` is not related to the resource that it is joined to in \`${spec}\`.`, relatedText(name))
    case 'repeated':
      return refused(`\`${spec}\` has ${name} twice at one level.`, 'Name it once.')
    case 'too-deep':
      return refused(`\`${spec}\` is nested too deep.`, 'Use at most four levels of brackets.')
    case 'syntax':
      return refused(
        `\`${spec}\` is not a specification of resources.`,
        'Join names with +, and put a resource that has related ones of its own in brackets: `Product+Inventory+(Variants+Inventory)`.',
      )
    default:
      return fault satisfies never
  }
}

function relatedText(name: string): string {
  const own = findResource(name)?.name
  const parents = new Set(relations.filter(({ child }) => child === own).map(({ parent }) => parent))
  if (parents.size === 0) return `Read it by itself: \`planogram get ${name}\`.`
  return `${name} can be joined to ${[...parents].join(', ')}. The first name, also in brackets, is the one that the others are joined to.`
}

function parsedFields(list: string, spec: SpecNode): ReadonlyMap<ResourceName, readonly string[]> {
  const { primary, related } = parseFieldList(list)
  const there = resourcesOf(spec)
  const found = new Map<ResourceName, readonly string[]>(primary.length === 0 ? [] : [[spec.resource, primary]])
  for (const [typed, names] of related) {
    const resource = findResource(typed)?.name
    if (resource === undefined || !there.includes(resource)) {
      const near = nearestWord(typed, there)
      throw refused(
        `--fields names \`${typed}\`, which is not a resource of this read.`,
        `${near === undefined ? '' : `Did you mean \`${near}\`? `}Write \`sku,title|Inventory:quantity\`: the list of each other resource after its name and a colon; this read has ${there.join(', ')}.`,
      )
    }
    found.set(resource, [...(found.get(resource) ?? []), ...names])
  }
  return found
}

function resourcesOf({ resource, children }: SpecNode): readonly ResourceName[] {
  return [...new Set([resource, ...children.flatMap(resourcesOf)])]
}

function parsedFilters(typed: readonly string[]): readonly Filter[] {
  const values = new Map<string, string[]>()
  for (const text of typed) {
    const [, field, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(text) ?? []
    if (field === undefined || value === undefined) {
      throw refused(
        `\`${text}\` is not a filter.`,
        'Write `field=value`, such as `inactive=false` or `sku=TEE%`; for other comparisons use `--search "price > 10"`.',
      )
    }
    values.set(field, [...(values.get(field) ?? []), value])
  }
  return Array.from(values, ([field, own]) => ({ field, values: own }))
}

function parsedSearch(search: string): readonly string[] {
  const parsed = parseSearch(search, { functions: true })
  if (!('fault' in parsed)) return searchFields(parsed)
  if (parsed.fault === 'limit') throw refused('--search is too long or nested too deep for the store.', 'Split the read in several.')
  const place = parsed.name === '_search' ? 'it is not complete' : `it cannot be read from \`${parsed.name}\` on`
  throw refused(
    `--search is not an expression that the store accepts: ${place}.`,
    "Combine comparisons with AND, OR, NOT and brackets; texts are in quotes, numbers are not: `price > 10 AND (brand = 'Northwind' OR ISNULL(brand))`.",
  )
}

/** The error of a command line that names something that is not there. */
export function refused(message: string, fix: string): OperationalError {
  return new OperationalError('wrong-usage', message, { fix })
}
