import { crc32, deflateSync } from 'node:zlib'

const side = 16

/** A PNG of 16 x 16 in one colour, which differs for every number below 16,777,216. */
export function tinyPng(number: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const colour = [(number >> 16) & 255, (number >> 8) & 255, number & 255]
  const row = [0, ...Array.from({ length: side }, () => colour).flat()]
  const pixels = Buffer.from(Array.from({ length: side }, () => row).flat())
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
