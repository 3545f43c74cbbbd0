import { OperationalError } from '../errors.ts'
import { isWebPage } from './answer-fault.ts'
import type { FileRequest } from './file-fault.ts'

type Asked = Pick<FileRequest, 'verb' | 'path' | 'host'>

/** The part of an answer that is checked. */
export interface FileAnswer {
  readonly status: number
  readonly text: string
}

/**
 * Checks the answer to an upload or a deletion. WebDAV servers answer 201 or 204, with or without words (RFC 4918), some 200. A web page
 * with 200, or another status, is the answer of something else: `files-fault`, lost.
 */
export function checkFileAnswer({ status, text }: FileAnswer, asked: Asked): void {
  if (status === 201 || status === 204) return
  if (isWebPage(text)) throw webPageOfFiles(asked, status)
  if (status === 200) return
  const { verb, path, host } = asked
  throw new OperationalError('files-fault', `The Files API at ${host} did not confirm to ${verb} ${path} (${status}).`, {
    fix: wrongFilesUrl,
    context: { status, answer: 'lost' },
  })
}

const wrongFilesUrl = 'Check that files_url is the WebDAV address of the store. The answer can also be from a proxy.'

/** The error of a web page in place of an answer of the Files API. */
export function webPageOfFiles({ verb, path, host }: Asked, status: number): OperationalError {
  return new OperationalError('files-fault', `The Files API at ${host} answered with a web page: could not ${verb} ${path} (${status}).`, {
    fix: wrongFilesUrl,
    context: { status, answer: 'lost' },
  })
}
