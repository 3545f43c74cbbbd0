import { invariant } from '../../errors.ts'
import type { LongText } from '../../documents/scalar-schemas.ts'
import type { RenditionUse } from '../../pictures/rendition.ts'
import { type ResourceName, resourceOf } from '../../resources/registry.ts'
import { at, type Located } from '../../yaml/source-node.ts'
import { type Draft, setField, setOwn } from './draft.ts'
import { type Expansion, makesRenditions, pictureName, textOf } from './expansion.ts'
import type { PictureUse } from './request-picture.ts'

type Given<T> = Readonly<Record<string, T | undefined>>

/** Sets the fields that are given; the names in the document are those of the resource. */
export function setPlainFields(draft: Draft, parent: Located, values: Given<string>): void {
  const level = { value: values, located: parent }
  for (const field in values) setOwn(draft, field, level)
}

/** Sets fields whose text may be in a file of its own. */
export function setLongTexts(expansion: Expansion, draft: Draft, { located, values }: { located: Located; values: Given<LongText> }): void {
  for (const field in values) {
    const value = values[field]
    if (value === undefined) continue
    setField(draft, field, { text: textOf(expansion, value, at(located, field)), parent: located, key: field })
  }
}

/** Sets fields that name a picture: the record has the bare file name (semantics.md 7), an empty path means no picture. */
export function setPictures(expansion: Expansion, draft: Draft, { located, values }: { located: Located; values: Given<string> }): void {
  for (const field in values) {
    const path = values[field]
    if (path === undefined) continue
    const { folder } = fileField(draft, field)
    const use = mainUse(draft.resource, field)
    const text = path === '' ? '' : pictureName(expansion, path, { folder, ...use, located: at(located, field) })
    setField(draft, field, { text, parent: located, key: field })
  }
}

/** The main picture of a product or variant may be made smaller; all others are sent as they are. */
function mainUse(resource: ResourceName, field: string): Pick<PictureUse, 'use'> {
  return field === 'image' && (resource === 'Product' || resource === 'Variants') ? { use: 'main' } : {}
}

interface Made {
  readonly use: RenditionUse
  /** The field that is set, unless the document gives it: then nothing is made. */
  readonly field: string
  readonly isGiven: boolean
  /** The path of the source picture as written; empty: there is no picture. */
  readonly path: string | undefined
  /** Where the source picture is named. */
  readonly located: Located
}

/** Sets a field to the name of a rendition, where the config asks for it (`images:`). */
export function setRendition(expansion: Expansion, draft: Draft, { use, field, isGiven, path, located }: Made): void {
  if (isGiven || path === undefined || !makesRenditions(expansion, use)) return
  const { folder } = fileField(draft, field)
  const name = path === '' ? '' : pictureName(expansion, path, { folder, use, located })
  if (name !== undefined) draft.fields[field] = name
}

function fileField({ resource }: Draft, field: string): { readonly folder: string } {
  const declared = resourceOf(resource).fields[field]
  invariant(declared?.kind === 'file', `${resource}.${field} is a picture`)
  return declared
}

/** Sets `meta_*` and the fields that only this store has. */
export function setExtras(expansion: Expansion, draft: Draft, { extras, located }: { extras: Given<LongText>; located: Located }): void {
  setLongTexts(expansion, draft, { located, values: extras })
}
