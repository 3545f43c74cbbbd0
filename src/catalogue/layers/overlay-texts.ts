import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDocuments } from '../../documents/find-documents.ts'
import { realFile } from '../../files/catalogue-path.ts'

/** The overlays to read: all but that of one store. */
export interface OtherOverlays {
  readonly root: string
  readonly configFile: string
  /** Every folder that a store names as its overlay. */
  readonly overlays: readonly string[]
  readonly own: string | null
}

/** Gives the joined texts of the overlays of other stores, read when it is first called; what cannot be read is omitted. */
export function otherOverlayTexts({ root, configFile, overlays, own }: OtherOverlays): () => string {
  let text: string | undefined
  return () => {
    text ??= [...new Set(overlays)]
      .filter((folder) => folder !== own)
      .flatMap((folder) => documentsIn({ root, configFile, folder }))
      .join('\n')
    return text
  }
}

function documentsIn({ root, configFile, folder }: { root: string; configFile: string; folder: string }): string[] {
  try {
    const real = realFile(root, folder)
    if (!real || 'refused' in real) return []
    const { documents } = findDocuments({ root, configFile, overlays: [], folder })
    return documents.map((document) => readFileSync(join(root, document), 'utf8'))
  } catch {
    return []
  }
}
