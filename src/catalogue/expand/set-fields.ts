import { type ResourceName, resourceOf } from '../../resources/registry.ts'
import { invariant } from '../../errors.ts'
import type { LongText } from '../../documents/scalar-schemas.ts'
import type { PictureUse } from './picture-wishes.ts'
import type { RenditionUse } from '../../pictures/rendition.ts'
import { at, type Located } from '../../yaml/source-node.ts'
import { type Draft, setField } from './draft.ts'
import type { Expansion } from './expansion.ts'

type Given<T> = Readonly<Record<string, T | undefined>>

/** Sets the fields that are given; the names in the document are those of the resource. */
export function setPlainFields(draft: Draft, parent: Located, values: Given<string>): void {
  for (const [field, text] of Object.entries(values)) setField(draft, field, { text, parent, key: field })
}

/** Sets fields whose text may stand in a file of its own. */
export function setLongTexts(expansion: Expansion, draft: Draft, { located, values }: { located: Located; values: Given<LongText> }): void {
  for (const [field, value] of Object.entries(values)) {
    const text = value === undefined ? undefined : expansion.readText(value, at(located, field))
    setField(draft, field, { text, parent: located, key: field })
  }
}

/** Sets fields that name a picture: the record holds the bare file name (semantics.md 7), an empty path no picture. */
export function setPictures(expansion: Expansion, draft: Draft, { located, values }: { located: Located; values: Given<string> }): void {
  for (const [field, path] of Object.entries(values)) {
    if (path === undefined) continue
    const declared = resourceOf(draft.resource).fields[field]
    invariant(declared?.kind === 'file', `${draft.resource}.${field} is a picture`)
    const text =
      path === '' ? '' : expansion.wantPicture(path, { folder: declared.folder, ...mainOf(draft.resource, field) }, at(located, field))
    setField(draft, field, { text, parent: located, key: field })
  }
}

/** The picture that a product or a variant is shown with may be made smaller; all others go as they are. */
function mainOf(resource: ResourceName, field: string): Pick<PictureUse, 'use'> {
  return field === 'image' && (resource === 'Product' || resource === 'Variants') ? { use: 'main' } : {}
}

interface Made {
  readonly use: RenditionUse
  /** The field that is set, unless the document gives it: then nothing is made. */
  readonly field: string
  readonly isGiven: boolean
  /** The picture that it is made of, as written; empty: none, so that there is nothing to be made either. */
  readonly path: string | undefined
  /** Where that picture was named. */
  readonly located: Located
}

/** Sets a field that names a picture made of another one, where the config asks for such (`images:`). */
export function setRendition(expansion: Expansion, draft: Draft, { use, field, isGiven, path, located }: Made): void {
  if (isGiven || path === undefined || !expansion.makes(use)) return
  const declared = resourceOf(draft.resource).fields[field]
  invariant(declared?.kind === 'file', `${draft.resource}.${field} is a picture`)
  const name = path === '' ? '' : expansion.wantPicture(path, { folder: declared.folder, use }, located)
  if (name !== undefined) draft.fields[field] = name
}

/** Sets `meta_*` and the fields that only this store has. */
export function setExtras(expansion: Expansion, draft: Draft, { extras, located }: { extras: Given<LongText>; located: Located }): void {
  setLongTexts(expansion, draft, { located, values: extras })
}
