import type { Config } from '../config/config.ts'
import type { OnFileNamed } from '../files/named-file.ts'
import { cataloguePath } from '../../files/catalogue-path.ts'
import { type NamedPicture, type PictureMemory, readPictureNow, refusedPath } from '../../pictures/wanted-pictures.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import { overlaidPath, type Roots } from '../overlay/overlaid-path.ts'
import type { Problem } from '../../problems/problem.ts'
import { type Located, spanOf } from '../../yaml/source-node.ts'
import { hashedName, plainName } from '../../pictures/picture-name.ts'
import { isRaster, renditionIdentity, type RenditionUse, type RenditionRequest } from '../../pictures/rendition.ts'

/** Where a picture goes, and as what; `use` left out: as it is. */
export interface PictureUse {
  readonly folder: string
  readonly use?: RenditionUse
}

/** The pictures that the records of a catalogue name, as they are found. */
export interface PictureWishes {
  readonly named: readonly NamedPicture[]
  /** True where the config asks for such renditions. */
  makes(use: RenditionUse): boolean
  /** Notes a picture and gives its bare file name in the store; `undefined`, with a problem, for a path that leaves the catalogue. */
  want(written: string, as: PictureUse, located: Located): string | undefined
}

interface Context extends Roots {
  readonly images: Config['images']
  readonly pictures: PictureMemory
  readonly problems: Problem[]
  readonly onFileNamed?: OnFileNamed | undefined
}

/** Starts noting pictures. Under `naming: hashed` each is read when it is first named: its name follows from its bytes. */
export function openPictureWishes({ images, pictures, problems, onFileNamed, ...roots }: Context): PictureWishes {
  const named: NamedPicture[] = []
  const requestOf = (use: RenditionUse | undefined): RenditionRequest | null => {
    const edge = use === undefined ? null : (images?.[use] ?? null)
    return use === undefined || edge === null ? null : { use, edge }
  }
  const nameOf = (picture: Omit<NamedPicture, 'name'>): string => {
    const { from, request } = picture
    const use = request?.use ?? null
    if (images?.naming !== 'hashed') return plainName({ from, use })
    const { kind, sha256, content } = readPictureNow(roots.root, picture, { pictures, problems })
    if (sha256 === '') return plainName({ from, use })
    const isMade = request !== null && isRaster(kind)
    return hashedName({ from, sha256, content: isMade ? renditionIdentity({ sha256, kind, edge: request.edge }) : content })
  }
  return {
    named,
    makes: (use) => requestOf(use) !== null,
    want: (written, { folder, use }, located) => {
      const source = spanOf(located)
      const checked = cataloguePath(written, located.file)
      if ('refused' in checked) {
        problems.push(makeProblem(refusedPath(written, checked, source)))
        return undefined
      }
      const picture = { from: overlaidPath(roots, written, checked.path), folder, source, request: requestOf(use) }
      onFileNamed?.(picture.from, source)
      const name = nameOf(picture)
      named.push({ ...picture, name })
      return name
    },
  }
}
