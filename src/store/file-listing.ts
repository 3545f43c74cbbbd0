import { OperationalError } from '../errors.ts'
import { byCode } from '../source/by-code.ts'
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

/**
 * The files of a listing of `folder`, sorted by path, with names in Unicode form C. Of two names that differ only in form it has the one in
 * form C, which is the one that is written. Only the last name of an address counts: a proxy can change the part before it.
 */
export function filesOfListing(responses: readonly ListedResponse[], folder: string): readonly PresentFile[] {
  const byPath = new Map<string, PresentFile>()
  for (const { href, propstat } of responses) {
    const address = href.replace(/[?#].*$/s, '')
    const isFolder = address.endsWith('/') || isCollection(propstat?.prop.resourcetype)
    if (isFolder || !propstat) continue
    const name = nameOf(address, folder)
    const path = `${folder}/${name.normalize('NFC')}`
    if (name === name.normalize('NFC') || !byPath.has(path)) byPath.set(path, presentFile(path, propstat.prop))
  }
  return [...byPath.values()].toSorted((left, right) => byCode(left.path, right.path))
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
  const size = Number(getcontentlength)
  if (getcontentlength === undefined || !Number.isSafeInteger(size)) {
    throw new OperationalError('files-fault', `The listing of the store has no size of ${path}.`, {
      fix: 'Check that files_url is the WebDAV address of the store.',
    })
  }
  return { path, size, modified: [getlastmodified, getetag].filter((part) => part !== '').join(' ') }
}
