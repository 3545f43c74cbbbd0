import type { IncomingHttpHeaders } from 'node:http'
import { FileFault } from '../file-fault.ts'
import type { FileNode } from '../tree/file-node.ts'

/** The strong tag of a file: its sha256. A folder has none. */
export function entityTag(node: FileNode | null): string | null {
  return node?.blob ? `"${node.blob.sha256}"` : null
}

/** The time of modification in the format of HTTP, in whole seconds. */
export function lastModified(node: FileNode): string {
  return new Date(node.modified).toUTCString()
}

/** 412 unless the headers If-Match and If-Unmodified-Since allow a request for this entry (RFC 9110, 13.1). */
export function checkUnchanged(headers: IncomingHttpHeaders, node: FileNode | null): void {
  const { 'if-match': match, 'if-unmodified-since': since } = headers
  if (match !== undefined && !tagMatches(match, node)) throw new FileFault(412, 'The condition of If-Match is not met.')
  if (match === undefined && since !== undefined && node && isLaterThan(node, since)) {
    throw new FileFault(412, 'The condition of If-Unmodified-Since is not met.')
  }
}

/** 412 unless the headers If-Match, If-None-Match and If-Unmodified-Since allow a change of this entry (RFC 9110, 13.1). */
export function checkConditions(headers: IncomingHttpHeaders, node: FileNode | null): void {
  checkUnchanged(headers, node)
  const { 'if-none-match': noneMatch } = headers
  if (noneMatch !== undefined && tagMatches(noneMatch, node)) throw new FileFault(412, 'The condition of If-None-Match is not met.')
}

/** False if the header If-Range is not the tag of the present version (RFC 9110, 13.1.5). A time never is: bytes can change twice in a second. */
export function allowsRange(headers: IncomingHttpHeaders, node: FileNode): boolean {
  const { 'if-range': version } = headers
  return version === undefined || version === entityTag(node)
}

/** True if a client with these headers already has the present version of the file. */
export function isFresh(headers: IncomingHttpHeaders, node: FileNode): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': since } = headers
  if (noneMatch !== undefined) return tagMatches(noneMatch, node)
  return since !== undefined && !Number.isNaN(Date.parse(since)) && !isLaterThan(node, since)
}

function tagMatches(list: string, node: FileNode | null): boolean {
  if (list.trim() === '*') return node !== null
  const tag = entityTag(node)
  return tag !== null && list.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag)
}

/** HTTP times have whole seconds, stored times have milliseconds. An invalid time never matches. */
function isLaterThan(node: FileNode, time: string): boolean {
  return Math.floor(node.modified / 1000) * 1000 > Date.parse(time)
}
