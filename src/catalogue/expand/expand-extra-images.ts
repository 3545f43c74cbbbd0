import type { DesiredRecord } from '../../records/desired.ts'
import { extraImages } from '../../resources/extra-images.ts'
import type { ExtraImageDocument } from '../../documents/product-document.ts'
import { at, type Located, spanOf } from '../../yaml/source-node.ts'
import { finish, startDraft } from './draft.ts'
import { type Expansion, pictureName, report } from './expansion.ts'
import { extraImageCodes } from './extra-image-codes.ts'
import { setPictures, setPlainFields, setRendition } from './set-fields.ts'

interface Given {
  readonly sku: string
  readonly items: readonly ExtraImageDocument[]
  readonly located: Located
}

/** ExtraImages rows, one per picture (semantics.md 7). A picture that is named twice is a problem, and gives one row. */
export function expandExtraImages(expansion: Expansion, { sku, items, located }: Given): DesiredRecord[] {
  const codes = extraImageCodes(
    sku,
    items.map((item) => (typeof item === 'string' ? item : item.image).split('/').at(-1) ?? ''),
  )
  const first = new Map<string, Located>()
  return items.flatMap((item, index) => {
    const place = at(located, index)
    const { image, thumbnail, code } = typeof item === 'string' ? { image: item, thumbnail: undefined, code: undefined } : item
    const imagePlace = at(place, 'image')
    const name = pictureName(expansion, image, { folder: extraImages.fields.image.folder, located: imagePlace })
    if (name === undefined) return []
    const known = first.get(name)
    if (known) {
      const message = `the picture ${name} is named twice in extra_images`
      const related = { message: 'the first time', at: spanOf(known) }
      report(expansion, { rule: 'unique-keys', at: spanOf(imagePlace), message, fix: 'Keep one of the two.', related })
      return []
    }
    first.set(name, imagePlace)
    const draft = startDraft('ExtraImages', { code: codes[index] ?? '', sku, image: name }, spanOf(imagePlace))
    setPlainFields(draft, place, { code })
    setPictures(expansion, draft, { located: place, values: { thumbnail } })
    setRendition(expansion, draft, { use: 'thumb', field: 'thumbnail', isGiven: thumbnail !== undefined, path: image, located: imagePlace })
    return [finish(draft)]
  })
}
