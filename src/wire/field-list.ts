import type { SpecNode } from './spec.ts'

/** A parsed value of `_fields`. */
export interface FieldList {
  /** The list without a prefix. */
  readonly primary: readonly string[]
  /** The other lists by resource name, as written. */
  readonly related: ReadonlyMap<string, readonly string[]>
}

function names(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * Parses the value of `_fields` (platform.md, "Query parameters on GET list and search"):
 * `<field>,<field>|<Related>:<field>,<field>`. Names are not checked.
 */
export function parseFieldList(text: string): FieldList {
  const [first = '', ...rest] = text
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const parts = first.includes(':') ? [first, ...rest] : rest
  const related = new Map<string, readonly string[]>()
  for (const part of parts) {
    const colon = part.indexOf(':')
    const name = colon < 0 ? part.trim() : part.slice(0, colon).trim()
    related.set(name, colon < 0 ? [] : names(part.slice(colon + 1)))
  }
  return { primary: first.includes(':') ? [] : names(first), related }
}

/**
 * The value of `_fields` for a specification; the lists of a resource that occurs twice are joined. An empty list is left out, so that the store sends all
 * fields of that resource (assumptions.md R15); empty where all are.
 */
export function formatFieldList(spec: SpecNode, fieldsOf: (node: SpecNode) => readonly string[]): string {
  const related = new Map<string, Set<string>>()
  const visit = (node: SpecNode): void => {
    for (const child of node.children) {
      const known = related.get(child.resource) ?? new Set()
      for (const field of fieldsOf(child)) known.add(field)
      related.set(child.resource, known)
      visit(child)
    }
  }
  visit(spec)
  const lists = [...related].flatMap(([name, fields]) => (fields.size === 0 ? [] : [`${name}:${[...fields].join(',')}`]))
  return [fieldsOf(spec).join(','), ...lists].join('|')
}
