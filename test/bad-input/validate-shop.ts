import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

/** A picture of one pixel. */
export const onePixel: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** What `planogram validate` says of a catalogue of these files: the code frames, then the exit code on a line of its own. */
export async function validateShop(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  using shop = shopFolder(files)
  const { stdout, stderr, exitCode } = await planogram(shop.root, ['validate'])
  return `${stderr}${stdout}exit ${exitCode}`
}
