import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CacheOptions, openDocumentCache } from '../../../../src/catalogue/cache/document-cache.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'planogram-cache-')))
})
afterEach(() => rmSync(root, { recursive: true }))

const hash = 'ab'.repeat(32)
const large = Buffer.alloc(200_000, 7)

function options(over: Partial<CacheOptions> = {}): CacheOptions {
  return { folder: join(root, 'cache'), version: '1.0.0', secret: () => 'a secret', ...over }
}

function keep(own: CacheOptions, made: Buffer = large): void {
  const cache = openDocumentCache(own, { name: 'things', layer: null, madeWith: 'x' })
  cache.keep(hash, made)
  cache.save()
}

function found(own: CacheOptions, madeWith = 'x'): Buffer | undefined {
  return openDocumentCache(own, { name: 'things', layer: null, madeWith }).find(hash)
}

describe('a cache', () => {
  test('gives back what was kept, and drops what no run used', () => {
    keep(options())

    const second = openDocumentCache(options(), { name: 'things', layer: null, madeWith: 'x' })
    second.keep('cd'.repeat(32), Buffer.from('news'))
    second.save()

    const third = openDocumentCache(options(), { name: 'things', layer: null, madeWith: 'x' })
    expect([third.find(hash), third.find('cd'.repeat(32))?.toString()]).toEqual([undefined, 'news'])
    expect(readdirSync(join(root, 'cache'))).toEqual(['things.bin'])
  })

  test('is empty for another version, another secret, other surroundings, and no secret', () => {
    keep(options())

    const seen = [
      found(options({ version: '1.0.1' })),
      found(options({ secret: () => 'another' })),
      found(options(), 'y'),
      found(options({ secret: () => null })),
    ]

    expect(found(options())?.equals(large)).toBe(true)
    expect(seen).toEqual([undefined, undefined, undefined, undefined])
  })

  test('ignores a file with any byte changed, cut or added', () => {
    keep(options(), large)
    const file = join(root, 'cache', 'things.bin')
    const whole = readFileSync(file)
    const changed = [0, 20, 60, 100_000, whole.length - 1].map((at) => {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8((bytes.readUInt8(at) + 1) % 256, at)
      return bytes
    })
    const broken = [...changed, Buffer.alloc(0), whole.subarray(0, 10), whole.subarray(0, -1), Buffer.concat([whole, Buffer.alloc(1)])]

    const seen = broken.map((bytes) => {
      writeFileSync(file, bytes)
      return found(options())
    })

    expect(seen).toEqual(broken.map(() => undefined))
  })

  test('of a small catalogue is not made', () => {
    keep(options(), Buffer.from('little'))

    expect(readdirSync(root)).toEqual([])
  })

  test('is not written through a link, nor where nothing can be written', () => {
    mkdirSync(join(root, 'elsewhere'))
    symlinkSync(join(root, 'elsewhere'), join(root, 'cache'))
    writeFileSync(join(root, 'file'), '')

    keep(options())
    keep(options({ folder: join(root, 'file', 'cache') }))

    expect(readdirSync(join(root, 'elsewhere'))).toEqual([])
  })
})
