import type { PagePicture } from './page-data.ts'
import type { Thumbnail, Thumbnails } from './thumbnail.ts'

/** The thumbnails of a page, each content once. */
export interface ThumbnailList {
  readonly urls: readonly string[]
  /** What is known of the picture of one side: the index of its thumbnail, or why there is none. */
  find(side: 'before' | 'after', path: string): Pick<PagePicture, 'thumbnail' | 'note'>
}

/** Thumbnails as `data:` addresses; equal pictures share one. */
export function thumbnailList(thumbnails: Thumbnails): ThumbnailList {
  const urls: string[] = []
  const indexes = new Map<string, number>()
  const indexOf = ({ bytes, type }: Extract<Thumbnail, { bytes: Uint8Array }>): number => {
    const url = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
    const known = indexes.get(url)
    if (known !== undefined) return known
    indexes.set(url, urls.length)
    return urls.push(url) - 1
  }
  return {
    urls,
    find: (side, path) => {
      const found = thumbnails[side].get(path)
      if (found === undefined) return {}
      return 'missing' in found ? { note: found.missing } : { thumbnail: indexOf(found) }
    },
  }
}
