import type { KnownRecords } from '../resources/record-tree.ts'
import { findResource, type ResourceName } from '../resources/registry.ts'
import type { SpecNode } from './spec.ts'

/** What a scanner makes of the elements of a record. */
export interface RecordForm {
  /** The name under which the value of a field is kept; `null`: it is not kept; `undefined`: the general reader reads the record. */
  readonly fieldNamed: (resource: ResourceName, name: string) => string | null | undefined
  /** Records that are not read again. */
  readonly known?: KnownRecords | undefined
  /**
   * True: a record has only the child resources that it was read with, in their order, and one whose children of a resource do not follow each other
   * is left to the general reader. Default: false, a record has all child resources of the specification, in its order.
   */
  readonly isOrdered?: boolean
}

/** An element that occurs in the records of one level. `next` is the one that followed it last time, which is tried first. */
export interface Part {
  /** `<title`, without the end of the tag. */
  readonly open: string
  readonly close: string
  /** The name under which the value of a field is kept; `null` for one that is not kept, and for child records. */
  readonly field: string | null
  /** The records in it; `null` for a field. */
  readonly level: Level | null
  /** The number of the last record that had this field. */
  seenIn: number
  next: Part | null
}

/** The records of one node of a specification, as the documents so far had them. */
export interface Level {
  readonly spec: SpecNode
  readonly parts: Map<string, Part>
  first: Part | null
}

/** More names at one level are not those of a store. */
const mostParts = 500

/** The records of a node, none of which has been read. */
export function levelOf(spec: SpecNode): Level {
  return { spec, parts: new Map(), first: null }
}

/** The part of a level with this name, from now on; `null` where the general reader has to read it. */
export function newPart(level: Level, name: string, { fieldNamed }: RecordForm): Part | null {
  const { spec, parts } = level
  if (name in {} || name === 'prototype' || parts.size >= mostParts) return null
  const resource = findResource(name)?.name
  const child = spec.children.find((node) => node.resource === resource)
  if (resource !== undefined && child === undefined) return null
  const field = child ? null : fieldNamed(spec.resource, name)
  if (field === undefined) return null
  const part: Part = {
    open: `<${name}`,
    close: `</${name}>`,
    field,
    level: child ? levelOf(child) : null,
    seenIn: -1,
    next: null,
  }
  parts.set(name, part)
  return part
}
