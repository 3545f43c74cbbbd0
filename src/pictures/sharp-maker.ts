import { OperationalError } from '../errors.ts'
import { importSharp } from './load-sharp.ts'
import type { PictureMaker } from './picture-maker.ts'
import { mostPixels } from './rendition.ts'

const quality = 82

/**
 * A picture maker on `sharp`, an optional dependency. It fits pictures into a square, never enlarges,
 * rotates by the orientation that the camera recorded and drops all other metadata. Throws `sharp-missing`.
 */
export async function sharpMaker(load = importSharp): Promise<PictureMaker> {
  const { default: sharp } = await load().catch(refuse)
  return async (source, { kind, edge }) => {
    const animated = kind === 'gif' || kind === 'webp'
    const picture = sharp(source, { animated, failOn: 'error', limitInputPixels: mostPixels })
    const fitted = picture.autoOrient().resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    switch (kind) {
      case 'png':
        return await fitted.png({ compressionLevel: 9 }).toBuffer()
      case 'jpeg':
        return await fitted.jpeg({ quality }).toBuffer()
      case 'webp':
        return await fitted.webp({ quality }).toBuffer()
      case 'gif':
        return await fitted.gif().toBuffer()
      default:
        return kind satisfies never
    }
  }
}

function refuse(cause: unknown): never {
  throw new OperationalError(
    'sharp-missing',
    'The config asks for smaller pictures (`images:`), and the package `sharp`, which makes them, is not installed.',
    {
      fix: 'Run `npm install sharp` (`npm ci --omit=optional` leaves it out), or remove `images:` from planogram.yaml and name every picture.',
      cause,
    },
  )
}
