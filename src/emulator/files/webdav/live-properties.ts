import { entityTag, lastModified } from './entity-tag.ts'
import { mediaType } from './media-type.ts'
import { escapeXml } from '../../markup/escape.ts'
import type { FileNode } from '../tree/file-node.ts'

/** The properties of `DAV:` that the server maintains (RFC 4918, 15): content as XML, `null` if the entry has no such property. */
const live: Readonly<Record<string, (node: FileNode) => string | null>> = {
  creationdate: (node) => new Date(node.created).toISOString(),
  getcontentlength: (node) => (node.blob ? String(node.blob.size) : null),
  getcontenttype: (node) => (node.blob ? escapeXml(mediaType(node.name)) : null),
  getetag: (node) => (node.blob ? escapeXml(entityTag(node) ?? '') : null),
  getlastmodified: (node) => lastModified(node),
  resourcetype: (node) => (node.blob ? '' : '<D:collection/>'),
}

/** The names of all live properties. */
export const livePropertyNames: readonly string[] = Object.keys(live)

/** Content of a live property as XML, or `null` if this entry has no such property. */
export function liveProperty(node: FileNode, name: string): string | null {
  return Object.hasOwn(live, name) ? (live[name]?.(node) ?? null) : null
}

/** True for a property that a client may not set. */
export function isProtected(namespace: string, name: string): boolean {
  return namespace === 'DAV:' && Object.hasOwn(live, name)
}
