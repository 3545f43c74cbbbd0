import { setImmediate as nextTurn } from 'node:timers/promises'
import { OperationalError } from '../errors.ts'
import { openByteMemory } from '../files/byte-memory.ts'
import type { Action } from '../plan/operation.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import type { ApplyInput } from './apply-input.ts'
import type { ListedFiles } from './listed-files.ts'

type Upload = Extract<Action, { kind: 'put-file' }>

/** The pictures that a run uploads. */
export interface Pictures {
  /**
   * How to read the picture of an upload. It is read now, while its folder is listed, or else when it is asked for. Rejects with `plan-stale`
   * for a picture that has changed.
   */
  of(upload: Upload): () => Promise<Uint8Array>
  /** Takes back the bytes of a picture that are out of this process: their memory is used again. */
  giveBack(bytes: Uint8Array): void
}

/** Opens the pictures of a run. */
export function openPictures({ readPicture, listed }: Pick<ApplyInput, 'readPicture'> & { readonly listed: ListedFiles }): Pictures {
  const memory = openByteMemory()

  async function read({ from, size, sha256 }: Upload): Promise<Uint8Array> {
    const bytes = await readPicture(from, sha256, memory)
    if ((size === null || bytes.length === size) && pictureContent(bytes) === sha256) return bytes
    throw new OperationalError('plan-stale', `${from} has changed since the plan was created; it was not uploaded.`, {
      fix: 'Create a new plan.',
    })
  }

  return {
    of(upload) {
      let ahead = listed.isKnown(upload.path) ? null : nextTurn().then(() => read(upload))
      ahead?.catch(() => undefined)
      return () => {
        const reading = ahead ?? read(upload)
        ahead = null
        return reading
      }
    },
    giveBack: (bytes) => memory.giveBack(bytes),
  }
}
