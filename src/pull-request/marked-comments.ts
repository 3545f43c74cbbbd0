import type { Comment, Forge } from './forge.ts'
import { type Marker, markerOf } from './marker.ts'

/** The comments of this kind about this store and folder, the oldest first, with their markers. */
export async function markedComments(
  forge: Forge,
  number: number,
  { kind, store, folder }: Pick<Marker, 'kind' | 'store' | 'folder'>,
): Promise<readonly (Comment & { readonly marker: Marker })[]> {
  const comments = await forge.ownComments(number)
  return comments.flatMap((comment) => {
    const marker = markerOf(comment.body)
    const isAbout = marker !== null && marker.kind === kind && marker.store === store && marker.folder === folder
    return isAbout ? [{ ...comment, marker }] : []
  })
}
