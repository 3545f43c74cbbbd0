const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text of UTF-8 bytes without its byte order mark, or `undefined` when they are something else. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
