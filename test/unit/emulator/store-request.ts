import type { RunningEmulator } from '../../../src/emulator/emulator-options.ts'

/** An answer of the emulator as a client sees it. */
export interface Seen {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** The records of a ResultSet, one line each, without attributes and unset fields. */
  readonly records: readonly string[]
  /** `startResultIndex totalResults totalResultsReturned`. */
  readonly counts: string
}

/** Sends requests with the emulator's key; `path` is below `/API/V3/` and goes out as it is written. */
export type StoreRequest = (method: string, path: string, body?: string) => Promise<Seen>

export function basic(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`
}

export function storeRequest({ url, key }: Pick<RunningEmulator, 'url' | 'key'>): StoreRequest {
  return async (method, path, body) => {
    const response = await fetch(`${url}/API/V3/${path}`, {
      method,
      headers: { authorization: basic(key) },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const lines = text.split('\n').filter((line) => line !== '' && !/^<(?:\?xml|\/?ResultSet|rsp)/.test(line))
    const counts = /startResultIndex="(\d+)" totalResults="(\d+)" totalResultsReturned="(\d+)"/.exec(text)
    return {
      status: response.status,
      text,
      headers: response.headers,
      records: lines.map((line) => line.replace(/ (?:href|id)="[^"]*"/g, '').replace(/<\w+\/>/g, '')),
      counts: counts ? counts.slice(1).join(' ') : '',
    }
  }
}

/** The message of an error body, checked to have the shape of platform.md, "Errors". */
export function faultOf({ text }: Seen): string {
  const found =
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rsp stat="fail" version="3\.0"><error><code>(\d+)<\/code><msg>([^<]*)<\/msg><\/error><\/rsp>\n$/.exec(
      text,
    )
  return found ? `${found[1]} ${found[2]}` : `no error body: ${text}`
}
