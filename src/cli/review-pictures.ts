import type { FileDiff } from '../diff/change.ts'
import { type PictureSampler, pictureSampler } from '../pictures/sample-picture.ts'
import { plainTheme } from '../report/theme.ts'
import type { PictureSide } from '../review/picture-lines.ts'
import type { ReviewPrograms } from '../review/review-requests.ts'
import type { StoreFiles } from '../store/store-client.ts'
import type { ProgramOutput } from './program-output.ts'
import { liveSource, sourceOf } from './report-thumbnails.ts'
import type { Surroundings } from './surroundings.ts'

/** Where a review finds pictures. */
interface PicturePlaces {
  /** The folder of the catalogue. */
  readonly root: string
  /** The files of the store, to show what they have now; `null`: they are not read. */
  readonly live: Pick<StoreFiles, 'read'> | null
}

/** Bits of colour of a terminal that shows pictures. */
const allColours = 24

/** Reads the pictures of a file for a review; nothing where the terminal does not have all colours. */
export function reviewPictures(
  { root, live }: PicturePlaces,
  {
    output,
    surroundings: { stdout, env },
  }: { readonly output: Pick<ProgramOutput, 'theme'>; readonly surroundings: Pick<Surroundings, 'stdout' | 'env'> },
): Pick<ReviewPrograms, 'picturesOf'> {
  const depth = 'getColorDepth' in stdout && typeof stdout.getColorDepth === 'function' ? Number(stdout.getColorDepth(env)) : 1
  if (output.theme === plainTheme || depth < allColours) return {}
  let loading: Promise<PictureSampler | null> | undefined
  const sampled = async (source: Uint8Array | { readonly missing: string }): Promise<PictureSide> => {
    if ('missing' in source) return source
    const sampler = await (loading ??= pictureSampler())
    if (sampler === null) return { missing: 'the optional package sharp is not installed' }
    return (await sampler(source)) ?? { missing: 'it cannot be read as a picture' }
  }
  return {
    picturesOf: async (file) => ({
      before: await beforeOf(file),
      after: file.after === null ? { missing: 'removed' } : await sampled(await sourceOf(file, root)),
    }),
  }

  async function beforeOf(file: FileDiff): Promise<PictureSide | null> {
    if (file.before === null) return null
    return live === null ? { missing: 'shown by `planogram apply` only' } : sampled(await liveSource(file, live))
  }
}
