import { answer } from './answer.ts'
import { FileFault } from '../file-fault.ts'
import { bodyChunks, collect } from '../../http/request-body.ts'
import { type Exchange, entryChange } from './exchange.ts'

function refused(): FileFault {
  return new FileFault(415, 'MKCOL does not support a body.')
}

/** MKCOL: creates a folder in an existing folder (RFC 4918, 9.3). */
export async function makeFolder({ request, response, path, tree, now, onCommit }: Exchange): Promise<void> {
  await collect(bodyChunks(request, 0, refused))
  const name = path.segments.at(-1)
  if (name === undefined || tree.find(path.segments)) throw new FileFault(405, 'A file or folder with this name exists.')
  const parent = tree.find(path.segments.slice(0, -1))
  if (!parent || parent.blob) throw new FileFault(409, 'The parent folder does not exist.')
  tree.transact(() => tree.makeFolder(parent, name, now()))
  onCommit([entryChange('created', path.segments)])
  answer(response, 201)
}
