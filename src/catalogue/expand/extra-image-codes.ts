import { createHash } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * Codes for the extra pictures of a product that have none: 12 base32 characters of the hash of the sku, `-`, 3 digits
 * (semantics.md 7). The digits follow from the name of the picture, so that another order of the pictures changes no code. Where two
 * names give the same number, the later picture gets the next free one.
 */
export function extraImageCodes(sku: string, pictures: readonly string[]): string[] {
  const start = base32(createHash('sha256').update(sku).digest()).slice(0, 12)
  const taken = new Set<number>()
  return pictures.map((picture) => {
    let number = createHash('sha256').update(picture).digest().readUInt32BE(0) % 1000
    while (taken.has(number) && taken.size < 1000) number = (number + 1) % 1000
    taken.add(number)
    return `${start}-${String(number).padStart(3, '0')}`
  })
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}
