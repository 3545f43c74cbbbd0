import { OperationalError } from '../errors.ts'
import { byCode } from '../source/by-code.ts'
import { answerOfStatus } from './failed-answer.ts'
import type { ListedProperties, ListedResponse } from './scan-listing.ts'
import type { PresentFile } from './store-client.ts'

/** The body of a PROPFIND request: the properties of each entry. */
export const listingRequest =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/><getetag/></prop></propfind>'

/** True where a multistatus document is complete: the parser accepts one that is cut off. */
export function isWholeListing(text: string): boolean {
  const end = text.trimEnd()
  return /<\/(?:[\w.-]+:)?multistatus\s*>$/.test(end.slice(end.lastIndexOf('<')))
}

const part = /<((?:[\w.-]+:)?)propstat(?:\s[^>]*)?>[\s\S]*?<\/\1propstat\s*>/g
const unreadable = /<(?:[\w.-]+:)?status>\s*HTTP\/[\d.]+\s+[345]/

/**
 * A multistatus document without the properties that the store could not read (RFC 4918, section 14.22): the webdav package takes the first
 * `propstat` of a response, whatever its status.
 */
export function readableParts(text: string): string {
  return text.replace(part, (whole) => (unreadable.test(whole) ? '' : whole))
}

/**
 * The files of a listing of `folder`, sorted by path, with names in Unicode form C. Of two names that differ only in form it has the one in
 * form C, which is the one that is written. Only the last name of an address counts: a proxy can change the part before it. Throws
 * `files-fault` where the store could not read the folder or a file of it, which is then not known to be absent.
 */
export function filesOfListing(responses: readonly ListedResponse[], folder: string): readonly PresentFile[] {
  const byPath = new Map<string, PresentFile>()
  for (const { href, propstat, status } of responses) {
    const address = href.replace(/[?#].*$/s, '')
    if (status !== undefined && !/^\s*HTTP\/[\d.]+\s+2/.test(status)) {
      checkStatus({ status, address }, folder)
      continue
    }
    const properties = propstat?.prop ?? {}
    if (address.endsWith('/') || isCollection(properties.resourcetype)) continue
    const name = nameOf(address, folder)
    const path = `${folder}/${name.normalize('NFC')}`
    if (name === name.normalize('NFC') || !byPath.has(path)) byPath.set(path, presentFile(path, properties))
  }
  return [...byPath.values()].toSorted((left, right) => byCode(left.path, right.path))
}

/** A status in place of properties. 404: it left while the folder was listed. Folders below this one do not count. */
function checkStatus({ status, address }: { readonly status: string; readonly address: string }, folder: string): void {
  const code = Number(/^\s*HTTP\/[\d.]+\s+(\d{3})/.exec(status)?.[1] ?? 0)
  const name = nameOf(address.replace(/\/+$/, ''), folder)
  const isItself = name === folder.slice(folder.lastIndexOf('/') + 1)
  if (code === 404 || (address.endsWith('/') && !isItself)) return
  const path = isItself ? folder : `${folder}/${name}`
  throw new OperationalError('files-fault', `The listing of the store has an error in place of ${path} (${code}).`, {
    fix: 'Try again. If it persists, check that file in the store.',
    context: { status: code, answer: answerOfStatus(code, false) },
  })
}

function isCollection(resourceType: unknown): boolean {
  return (
    typeof resourceType === 'object' && resourceType !== null && Object.keys(resourceType).some((name) => /(?:^|:)collection$/.test(name))
  )
}

function nameOf(address: string, folder: string): string {
  const last = address.slice(address.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(last)
  } catch {
    throw new OperationalError('files-fault', `The listing of ${folder} contains a name with a malformed percent-encoding.`, {
      fix: 'Rename or remove that file in the store.',
    })
  }
}

/** `modified` contains the entity tag, where the store sends one: it distinguishes two changes within one second. */
function presentFile(path: string, properties: ListedProperties): PresentFile {
  const { getcontentlength, getlastmodified = '', getetag = '' } = properties
  const isEmpty = getcontentlength === undefined || (typeof getcontentlength === 'string' && getcontentlength.trim() === '')
  const size = Number(getcontentlength)
  if (isEmpty || !Number.isSafeInteger(size)) {
    throw new OperationalError('files-fault', `The listing of the store has no size of ${path}.`, {
      fix: 'Check that files_url is the WebDAV address of the store.',
    })
  }
  return { path, size, modified: [getlastmodified, getetag].filter((part) => part !== '').join(' ') }
}
