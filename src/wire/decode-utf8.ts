/**
 * The text of a stream of UTF-8 bytes, cut anywhere; a byte order mark is dropped. Bytes that are no UTF-8 end in
 * `refuse`, because a replacement character would be written back as if it were the text.
 */
export async function* decodeUtf8(chunks: AsyncIterable<Uint8Array>, refuse: (cause: unknown) => never): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch (cause) {
      return refuse(cause)
    }
  }
  for await (const chunk of chunks) yield decode(chunk)
  yield decode()
}
