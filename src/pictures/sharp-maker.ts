import type * as Sharp from 'sharp'
import { OperationalError } from '../errors.ts'
import type { PictureMaker } from './picture-maker.ts'
import { mostPixels } from './rendition.ts'

const quality = 82

/**
 * A maker on `sharp`, which is an optional dependency and loaded here only. It fits pictures inside the square, never
 * enlarges, turns them as their camera says and drops what else it wrote into them. Throws `sharp-missing`.
 */
export async function sharpMaker(importSharp: () => Promise<typeof Sharp> = () => import('sharp')): Promise<PictureMaker> {
  const { default: sharp } = await importSharp().catch(refuse)
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
    'The config asks for smaller pictures (`images:`), and the package that makes them, sharp, is not installed here.',
    {
      fix: 'Install it with `npm install sharp` (npm ci leaves it out with --omit=optional), or take `images:` out of planogram.yaml and name every picture yourself.',
      cause,
    },
  )
}
