import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CacheFile, type CacheOptions, type DocumentCache, openCaches } from '../../../../src/catalogue/cache/document-cache.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'planogram-cache-')))
})
afterEach(() => rmSync(root, { recursive: true }))

const hash = 'ab'.repeat(32)
const large = Buffer.alloc(200_000, 7)

function options(over: Partial<CacheOptions> = {}): CacheOptions {
  return { folder: join(root, 'cache'), scratch: root, version: '1.0.0', secret: () => 'a secret', ...over }
}

const things: CacheFile = { name: 'things', layer: null, madeWith: 'x' }

function withCache<T>(own: CacheOptions, file: CacheFile, use: (cache: DocumentCache) => T): T {
  const caches = openCaches(own)
  try {
    return use(caches.open(file))
  } finally {
    caches.close()
  }
}

function keep(own: CacheOptions, made: Buffer = large): void {
  withCache(own, things, (cache) => {
    cache.keep(hash, made)
    cache.save()
  })
}

function found(own: CacheOptions, madeWith = 'x', wanted = hash): Buffer | undefined {
  return withCache(own, { ...things, madeWith }, (cache) => {
    const bytes = cache.find(wanted)
    return bytes && Buffer.from(bytes.slice(0, bytes.length))
  })
}

describe('a cache', () => {
  test('gives back what was kept, and drops what no run used', () => {
    keep(options())

    withCache(options(), things, (second) => {
      second.keep('cd'.repeat(32), Buffer.from('news'))
      second.save()
    })

    expect([found(options()), found(options(), 'x', 'cd'.repeat(32))?.toString()]).toEqual([undefined, 'news'])
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

describe('what was kept in this run', () => {
  const made = Array.from({ length: 300 }, (_, number) => Buffer.alloc(number === 7 ? 3_000_000 : 10_000, number))

  /** Parts of all that was kept, read in turn from its beginning and from its end; and what lies in the folder meanwhile. */
  function readBack(own: CacheOptions): readonly [same: boolean, names: readonly string[]] {
    return withCache(own, things, (cache) => {
      const stored = made.map((bytes, number) => cache.keep(number.toString(16).padStart(64, '0'), bytes))
      const pairs = stored.map((each, number) => [each, made[number] ?? large] as const)
      const same = [...pairs, ...pairs.toReversed()].every(
        ([each, bytes]) =>
          each.length === bytes.length && each.slice(5, 900).equals(bytes.subarray(5, 900)) && each.slice(0, each.length).equals(bytes),
      )
      return [same, readdirSync(root)]
    })
  }

  test('is read back from a file without a name', () => {
    expect(readBack(options())).toEqual([true, []])
  })

  test('is read back from memory where there is no room for a file', () => {
    expect(readBack(options({ scratch: join(root, 'nowhere') }))).toEqual([true, []])
  })

  test('is read beside what an earlier run kept, and both are kept on', () => {
    keep(options())

    withCache(options(), things, (cache) => {
      const news = made.map((bytes, number) => cache.keep(number.toString(16).padStart(64, '0'), bytes))
      const old = cache.find(hash)
      expect(old && Buffer.from(old.slice(0, old.length)).equals(large)).toBe(true)
      expect(news[299]?.slice(0, 10_000).equals(made[299] ?? large)).toBe(true)
      cache.save()
    })

    expect(found(options())?.equals(large)).toBe(true)
    expect(found(options(), 'x', '7'.padStart(64, '0'))?.equals(made[7] ?? large)).toBe(true)
    expect(readdirSync(join(root, 'cache'))).toEqual(['things.bin'])
  })
})
