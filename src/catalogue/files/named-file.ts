import type { SourceSpan } from '../../source/source.ts'

/** Hears of a text or a picture that a document names: its path from the root, and where it is named. */
export type OnFileNamed = (path: string, at: SourceSpan) => void
