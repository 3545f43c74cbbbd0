import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { presentFiles } from '../../../src/live/present-files.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { StoreFiles } from '../../../src/store/store-client.ts'
import { modelClient } from '../../support/model-client.ts'
import { modelStore } from '../../support/model-store.ts'

const wanted = {
  path: 'images/items/a.png',
  from: 'images/a.png',
  size: 3,
  sha256: 'a'.repeat(64),
  source: { file: 'a.yaml', start: 0, end: 1 },
}

const unused = (): never => {
  throw new Error('a plan only reads')
}

function filesThatFail(status: number): StoreFiles {
  return {
    list: () => Promise.resolve([{ path: wanted.path, size: 3, modified: 'now' }]),
    hash: () => Promise.reject(new OperationalError('files-fault', 'The Files API could not read it.', { context: { status } })),
    read: unused,
    write: unused,
    remove: unused,
    isSent: unused,
  }
}

test('a file that is listed and cannot be found is not there; any other failure is an error', async () => {
  const store = modelClient(modelStore(documentedCapabilities), documentedCapabilities, 1)
  const state = await openState(':memory:')

  const absent = await presentFiles([wanted], { store, state, files: filesThatFail(404) })
  const failing = presentFiles([wanted], { store, state, files: filesThatFail(500) })

  expect(absent).toEqual([])
  await expect(failing).rejects.toMatchObject({ code: 'files-fault' })
  await state.close()
})
