import type { PictureKind } from './picture-facts.ts'

const signatures: readonly { readonly kind: PictureKind; readonly at: number; readonly bytes: readonly number[] }[] = [
  { kind: 'png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { kind: 'jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { kind: 'gif', at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { kind: 'webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
]

/** The kind of a file by its first bytes. Text without control characters is `svg` where it begins as one, else `text`. */
export function pictureKind(bytes: Uint8Array): PictureKind {
  const signed = signatures.find(({ at, bytes: mark }) => mark.every((byte, index) => bytes[at + index] === byte))
  if (signed) return signed.kind
  const head = bytes.subarray(0, 512)
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return 'other'
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<svg[\s>]/.test(new TextDecoder().decode(head)) ? 'svg' : 'text'
}
