import type { LargeDocument } from './files/read-documents.ts'

/** How many documents and products of a catalogue are read so far. */
export interface ReadCounts {
  readonly documents: number
  /** Of these documents. */
  readonly bytes: number
  readonly products: number
  /** The document of more than 1 MB that is read now. */
  readonly large?: LargeDocument
}

interface Counts {
  readonly addDocument: (bytes: number) => void
  readonly addLarge: (large: LargeDocument) => void
  readonly addProducts: (count: number) => void
}

/** Counts from 0, and reports each change. */
export function openCounts(onRead?: (counts: ReadCounts) => void): Counts {
  let documents = 0
  let bytes = 0
  let products = 0
  const report = (): void => onRead?.({ documents, bytes, products })
  return {
    addDocument: (size) => {
      documents += 1
      bytes += size
      report()
    },
    addLarge: (large) => onRead?.({ documents, bytes, products, large }),
    addProducts: (count) => {
      products += count
      report()
    },
  }
}
