import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { openPlainFile } from '../../files/open-plain-file.ts'
import { replaceInPieces } from '../../files/replace-whole.ts'

/*
 * A sealed file is nonce (12 bytes) | tag (16 bytes) | text, by AES-256-GCM with a key from the secret: who does not know the secret can
 * neither read nor write one.
 */
const nonceBytes = 12
const tagBytes = 16
const cipher = 'aes-256-gcm'
/** A larger file is not worth its reading. */
const mostBytes = 32_000_000

/** The text of a sealed file; `null` where there is none, or it was not sealed whole with the secret. */
export function readSealedText(file: string, secretOf: () => string | null): string | null {
  try {
    const bytes = readPlain(file)
    const secret = secretOf()
    if (secret === null) return null
    const opening = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Replaces a sealed file, which only this user may read. Where it cannot be written, the old one stays. */
export function writeSealedText(file: string, text: string, secret: string): void {
  const folder = dirname(file)
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, keyOf(secret), nonce, { authTagLength: tagBytes })
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  if (sealed.length > mostBytes) return
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // A symbolic link in the catalogue could lead anywhere.
    if (realpathSync(folder) !== folder) return
    replaceInPieces(file, [nonce, sealing.getAuthTag(), sealed], 0o600)
  } catch {
    // A plan that is not remembered is made again.
  }
}

function readPlain(file: string): Buffer {
  const descriptor = openPlainFile(file)
  try {
    if (fstatSync(descriptor).size > 2 * mostBytes) throw new Error(`${file} is too large`)
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function keyOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('planogram: remembered plan').digest()
}
