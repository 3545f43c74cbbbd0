/** A small picture for a page, at most 24 KB; or why there is none, in a few words. */
export type Thumbnail = { readonly bytes: Uint8Array; readonly type: 'image/webp' } | { readonly missing: string }

/** The thumbnails of the files of a plan, by their path in the store. A file that is left out is shown with its hash and size. */
export interface Thumbnails {
  readonly before: ReadonlyMap<string, Thumbnail>
  readonly after: ReadonlyMap<string, Thumbnail>
  /** What the reader of the page should know about all of them: why there are none, or how many were left out. Empty: nothing. */
  readonly remark: string
}

/** A page without thumbnails, and why. */
export function noThumbnails(remark: string): Thumbnails {
  return { before: new Map(), after: new Map(), remark }
}
