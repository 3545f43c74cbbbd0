/** Memory for the bytes of files that are read one after the other: new memory for each takes longer than reading it. */
export interface ByteMemory {
  /** So many bytes, whatever is in them: some that were given back, or new ones. */
  take(size: number): Buffer
  /** Takes back bytes of `take` that nobody reads any more. Others are ignored. */
  giveBack(bytes: Uint8Array): void
}

/** The most blocks that are kept, and the bytes that their sizes are multiples of. */
const mostBlocks = 16
const unit = 1 << 14

/** Opens an empty memory. */
export function openByteMemory(): ByteMemory {
  const lent = new WeakMap<ArrayBufferLike, Buffer>()
  const blocks: Buffer[] = []
  return {
    take(size) {
      const at = blocks.findIndex(({ length }) => length >= size)
      const [found] = at < 0 ? [] : blocks.splice(at, 1)
      const block = found ?? Buffer.allocUnsafeSlow(Math.ceil(size / unit) * unit)
      lent.set(block.buffer, block)
      return block.subarray(0, size)
    },
    giveBack({ buffer }) {
      const block = lent.get(buffer)
      if (!block) return
      lent.delete(buffer)
      blocks.push(block)
      // A block that is too small for the files of this run makes room.
      if (blocks.length > mostBlocks) blocks.shift()
    },
  }
}
