import { createHash } from 'node:crypto'
import type { RasterKind } from '../records/rendition-mark.ts'
import type { SourceSpan } from '../source/source.ts'
import type { PictureKind } from './picture-facts.ts'

/** What a rendition is for: the main picture, the thumbnail, or the one to zoom into. */
export type RenditionUse = 'main' | 'thumb' | 'large'

/** What is asked of a rendition: at most `edge` pixels wide and high. */
export interface RenditionWish {
  readonly use: RenditionUse
  readonly edge: number
}

/** A picture that is made of another one. */
export interface Rendition extends RenditionWish {
  /** What it is, whoever makes it: a hash over its source and the recipe, never over its bytes (semantics.md 7). Lower-case hex. */
  readonly identity: string
  /** Path of the picture that it is made of, from the catalogue root. */
  readonly from: string
  /** Of that picture. */
  readonly sha256: string
  readonly kind: RasterKind
  /** Where that picture was named. */
  readonly source: SourceSpan
}

/** Above this a picture is an accident or an attack: it would take gigabytes to open. */
export const mostPixels = 200_000_000

/** Raise it when the way in which renditions are made changes: all of them are then made and sent again. */
const recipeVersion = 1

/** The identity of a rendition: sha256 over the recipe and the sha256 of its source. */
export function renditionIdentity({ sha256, kind, edge }: Pick<Rendition, 'sha256' | 'kind' | 'edge'>): string {
  return createHash('sha256').update(`planogram rendition ${recipeVersion}\n${sha256}\n${kind} inside ${edge}\n`).digest('hex')
}

/** The kinds of picture that have pixels. A drawing (SVG) fits every size and goes as it is. */
export function isRaster(kind: PictureKind): kind is RasterKind {
  return kind === 'png' || kind === 'jpeg' || kind === 'gif' || kind === 'webp'
}
