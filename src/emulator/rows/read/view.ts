import { findResource, type ResourceName, resourceOf } from '../../../resources/registry.ts'
import { type Relation, relationOf } from '../../../resources/relations.ts'
import type { Resource } from '../../../resources/resource.ts'
import { type FieldList, parseFieldList } from '../../../wire/field-list.ts'
import type { SpecNode } from '../../../wire/spec.ts'
import type { Switches } from '../../assumptions/switches.ts'
import { hasField, keyColumn, openFields } from '../../database/table-sql.ts'
import { invalidFields } from '../../http/store-fault.ts'
import { fieldOfWire } from '../wire-names.ts'

/** What a request reads of one resource of its specification, and how the answer represents it. */
export interface View {
  readonly resource: Resource & { readonly name: ResourceName }
  /** The element name of a record. */
  readonly node: string
  /** The declared fields in the answer, in the order of the declaration. */
  readonly shown: readonly string[]
  /** The `meta_*` fields in the answer; `null` = all that the record has. */
  readonly open: readonly string[] | null
  /** The columns that are read; the key is the first. */
  readonly columns: readonly string[]
  /** How the rows belong to those of the parent view; `null` for the primary resource. */
  readonly relation: Relation | null
  readonly children: readonly View[]
}

/** What the request says about the shape of the answer. */
interface ViewRequest {
  readonly spec: SpecNode
  /** The specification as in the request, with its aliases. */
  readonly specText: string
  /** The value of `_fields`, or `null`. */
  readonly fields: string | null
  /** The fields of the filters; checked together with `_fields`, so that one fault lists all. */
  readonly filtered?: readonly string[]
  /** The fields of `_search`; checked with them. */
  readonly searched?: readonly string[]
}

function fieldsOf(list: FieldList | null, spec: SpecNode, root: boolean): readonly string[] | undefined {
  if (list === null) return undefined
  if (root) return list.primary.length > 0 ? list.primary : undefined
  const lists = [...list.related].filter(([name]) => findResource(name)?.name === spec.resource).map(([, fields]) => fields)
  return lists.length > 0 && lists.every((fields) => fields.length > 0) ? lists.flat() : undefined
}

function namesIn(spec: SpecNode): ResourceName[] {
  return [spec.resource, ...spec.children.flatMap(namesIn)]
}

function unknownNames(list: FieldList | null, spec: SpecNode): string[] {
  const related = new Set(spec.children.flatMap(namesIn))
  return [...(list?.related.keys() ?? [])].filter((name) => {
    const found = findResource(name)
    return found === undefined || !related.has(found.name)
  })
}

function columnsOf({ resource, shown, open, relation, children }: Omit<View, 'node' | 'columns'>): string[] {
  const columns = new Set([keyColumn(resource), ...shown])
  if (relation && !relation.through) columns.add(relation.childField)
  for (const child of children) if (child.relation) columns.add(child.relation.parentField)
  if (open === null || open.length > 0) columns.add(openFields)
  return [...columns]
}

/**
 * The view of a specification (platform.md, "Query parameters on GET list and search", `_fields`).
 * All unknown names are refused together with one 406.
 */
export function viewOf({ spec, specText, fields, filtered = [], searched = [] }: ViewRequest, switches: Switches): View {
  const list = fields === null ? null : parseFieldList(fields)
  const isUnknown = (field: string): boolean => !hasField(resourceOf(spec.resource), field)
  const invalid = [...filtered, ...searched].filter(isUnknown)
  const asked = specText.match(/[A-Za-z]+/g) ?? []
  let place = 0

  function visit(node: SpecNode, parent: ResourceName | null): View {
    const resource = resourceOf(node.resource)
    const name = switches.nodes === 'as-asked' ? (asked[place] ?? resource.node) : resource.node
    place += 1
    const wanted = fieldsOf(list, node, parent === null)?.map((field) => fieldOfWire(node.resource, field, switches))
    invalid.push(...(wanted ?? []).filter((field) => !hasField(resource, field)))
    const relation = parent === null ? null : (relationOf(parent, node.resource) ?? null)
    const children = node.children.map((child) => visit(child, node.resource))
    const always = switches.fieldsKey === 'always' ? resource.key : null
    const shown = Object.keys(resource.fields).filter((field) => !wanted || wanted.includes(field) || field === always)
    const open = wanted?.filter((field) => !Object.hasOwn(resource.fields, field)) ?? null
    const columns = columnsOf({ resource, shown, open, relation, children })
    return { resource, node: name, shown, open, columns, relation, children }
  }

  const view = visit(spec, null)
  invalid.push(...unknownNames(list, spec))
  if (invalid.length > 0) throw filtered.some(isUnknown) ? invalidFields(invalid).because('R5') : invalidFields(invalid)
  return view
}
