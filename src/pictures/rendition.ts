import { hash } from 'node:crypto'
import type { RasterKind } from '../records/rendition-mark.ts'
import type { SourceSpan } from '../source/source.ts'
import type { PictureKind } from './picture-facts.ts'

/** What a rendition is for: the main picture, the thumbnail, or the zoom picture. */
export type RenditionUse = 'main' | 'thumb' | 'large'

/** A rendition that the config requests: at most `edge` pixels wide and high. */
export interface RenditionRequest {
  readonly use: RenditionUse
  readonly edge: number
}

/** A picture that is made of a picture of the catalogue. */
export interface Rendition extends RenditionRequest {
  /** The same on every machine: a hash over its source and the recipe, never over its own bytes. Lower-case hex. */
  readonly identity: string
  /** Path of the source picture from the catalogue root. */
  readonly from: string
  /** Hash of the source picture, lower-case hex. */
  readonly sha256: string
  readonly kind: RasterKind
  /** Where the source picture is named. */
  readonly source: SourceSpan
}

/** Most pixels of a picture that is opened: a larger one is a mistake or an attack and would take gigabytes of memory. */
export const mostPixels = 200_000_000

/** Increase it when the way in which renditions are made changes: all of them are then made and uploaded again. */
const recipeVersion = 1

/** The identity of a rendition: sha256 over the recipe and the sha256 of its source. */
export function renditionIdentity({ sha256, kind, edge }: Pick<Rendition, 'sha256' | 'kind' | 'edge'>): string {
  return hash('sha256', `planogram rendition ${recipeVersion}\n${sha256}\n${kind} inside ${edge}\n`)
}

/** True for the kinds of picture that have pixels. SVG fits every size and is uploaded unchanged. */
export function isRaster(kind: PictureKind): kind is RasterKind {
  return kind === 'png' || kind === 'jpeg' || kind === 'gif' || kind === 'webp'
}
