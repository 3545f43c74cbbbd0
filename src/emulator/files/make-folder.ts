import { answer } from './answer.ts'
import { FileFault } from './file-fault.ts'
import { hasBody } from './request-body.ts'
import type { Exchange } from './exchange.ts'

/** MKCOL: one new folder in a folder that exists (RFC 4918, 9.3). */
export async function makeFolder({ request, response, path, tree, now }: Exchange): Promise<void> {
  if (await hasBody(request)) throw new FileFault(415, 'A new folder takes no body.')
  const name = path.segments.at(-1)
  if (name === undefined || tree.find(path.segments)) throw new FileFault(405, 'There is a file or folder of this name.')
  const parent = tree.find(path.segments.slice(0, -1))
  if (!parent || parent.blob) throw new FileFault(409, 'The folder above it does not exist.')
  tree.transact(() => tree.makeFolder(parent, name, now()))
  answer(response, 201)
}
