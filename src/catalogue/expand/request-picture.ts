import { cataloguePath } from '../../files/catalogue-path.ts'
import { hashedName, plainName } from '../../pictures/picture-name.ts'
import { isRaster, renditionIdentity, type RenditionRequest, type RenditionUse } from '../../pictures/rendition.ts'
import { type NamedPicture, type PictureMemory, readPictureNow, refusedPath } from '../../pictures/wanted-pictures.ts'
import type { Finding } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { Config } from '../config/config.ts'
import { overlaidPath, type Roots } from '../files/overlaid-path.ts'
import type { RequestedPicture } from './uses.ts'

/** The folder of the store that a picture goes to, and its use there; no `use`: it is sent as it is. */
export interface PictureUse {
  readonly folder: string
  readonly use?: RenditionUse | undefined
}

/** What names of pictures depend on. */
export interface PictureContext {
  readonly roots: Roots
  readonly images: Config['images']
  /** Pictures that were read; filled here. */
  readonly pictures: PictureMemory
}

/** A picture as a document names it. */
export interface WrittenPicture extends PictureUse {
  readonly written: string
  readonly source: SourceSpan
}

/** The rendition that the config asks for in this use; `null`: none. */
export function renditionRequest({ images }: Pick<PictureContext, 'images'>, use: RenditionUse | undefined): RenditionRequest | null {
  const edge = use === undefined ? null : (images?.[use] ?? null)
  return use === undefined || edge === null ? null : { use, edge }
}

/**
 * The picture that a document names, with its name in the store. With `naming: hashed` the picture is read for that, and problems of
 * reading it are added to `problems`. A path that leaves the catalogue is a finding.
 */
export function requestPicture(
  context: PictureContext,
  { written, source, folder, use }: WrittenPicture,
  problems: Problem[],
): RequestedPicture | { readonly finding: Finding } {
  const checked = cataloguePath(written, source.file)
  if ('refused' in checked) return { finding: refusedPath(written, checked, source) }
  const from = overlaidPath(context.roots, written, checked.path)
  const picture = { written, from, folder, source, request: renditionRequest(context, use) }
  return { ...picture, name: nameInStore(context, picture, problems) }
}

function nameInStore({ roots, images, pictures }: PictureContext, picture: Omit<NamedPicture, 'name'>, problems: Problem[]): string {
  const { from, request } = picture
  const use = request?.use ?? null
  if (images?.naming !== 'hashed') return plainName({ from, use })
  const { kind, sha256, content } = readPictureNow(roots.root, picture, { pictures, problems })
  if (sha256 === '') return plainName({ from, use })
  const isMade = request !== null && isRaster(kind)
  return hashedName({ from, sha256, content: isMade ? renditionIdentity({ sha256, kind, edge: request.edge }) : content })
}
