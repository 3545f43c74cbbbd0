import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stored } from '../support/any-store.ts'
import { type Ended, projectRoot } from '../support/command-line.ts'
import { openShop } from '../support/open-shop.ts'
import { runOutside } from '../support/run-outside.ts'

const tee = [
  stored(
    'Cat',
    { code: 'tees', name: 'T-shirts' },
    { CatParent: [stored('CatParent', { cat_code: 'tees', parent_code: '0', sort: '1' })] },
  ),
  stored(
    'Product',
    { sku: 'TEE', title: 'Tee', price: '5' },
    { ProdCat: [stored('ProdCat', { sku: 'TEE', cat_code: 'tees', sort: '1' })] },
  ),
]

interface Pulled extends Ended {
  /** Of the catalogue and of what lies beside it, before and after; those of the program left out. */
  readonly files: readonly (readonly string[])[]
}

/** Pulls into a prepared folder; `outside` is a folder that does not belong to the catalogue. */
async function pulledInto(lay: (root: string, outside: string) => unknown): Promise<Pulled> {
  await using shop = await openShop(tee)
  const outside = join(shop.root, '.outside')
  mkdirSync(outside)
  await lay(shop.root, outside)
  const look = (): string[] =>
    readdirSync(shop.root, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.startsWith('.planogram'))
      .toSorted()
  const before = look()
  const ended = await shop.run('pull', '--images', '--force')
  return { ...ended, files: [before, look()] }
}

const pipe = (path: string): unknown => runOutside('mkfifo', [path], { cwd: projectRoot })

const inTheWay: readonly (readonly [what: string, lay: (root: string) => unknown, message: string])[] = [
  ['a folder', (root) => mkdirSync(join(root, 'categories.yaml')), 'categories.yaml: a folder has that name.'],
  ['a file for a folder', (root) => writeFileSync(join(root, 'products'), ''), 'products/tees.yaml: products is not a folder.'],
]
const pipes: typeof inTheWay =
  process.platform === 'win32'
    ? []
    : [['a pipe', (root) => pipe(join(root, 'categories.yaml')), 'categories.yaml: it is a pipe or a device, not a file.']]

describe('pull into a folder', () => {
  test.each([...inTheWay, ...pipes])('with %s in place of a document reports it and writes nothing', async (_, lay, message) => {
    const { exitCode, stdout, stderr, files } = await pulledInto(lay)

    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`error[file-unwritable]: Pull cannot write ${message}\n  help: Move or rename it, then pull again.\n`)
    expect(files[1]).toEqual(files[0])
  })

  test.runIf(process.platform !== 'win32')(
    'where every name that might be a draft is a link to elsewhere writes nothing there',
    async () => {
      await using shop = await openShop(tee)
      const victim = join(shop.root, '.victim')
      writeFileSync(victim, 'mine')
      for (const draft of ['categories.yaml.pulled', '.categories.yaml', 'categories.yaml~']) symlinkSync(victim, join(shop.root, draft))

      const { exitCode } = await shop.run('pull')

      expect(exitCode).toBe(0)
      expect(readFileSync(victim, 'utf8')).toBe('mine')
      expect(shop.files()['categories.yaml']).toContain('T-shirts')
    },
  )

  test.runIf(process.platform !== 'win32')('with links out of the catalogue is refused before the store is read', async () => {
    for (const name of ['products', 'categories.yaml']) {
      const { exitCode, stderr, files } = await pulledInto((root, outside) => symlinkSync(outside, join(root, name)))

      expect([exitCode, files[1]]).toEqual([65, files[0]])
      expect(stderr).toContain('error[path-outside]')
    }
  })

  test.runIf(process.platform !== 'win32')('whose memory of earlier pulls is a pipe goes on without it', async () => {
    const { exitCode, files } = await pulledInto((root) => {
      mkdirSync(join(root, '.planogram'), { recursive: true })
      return pipe(join(root, '.planogram/pulled.json'))
    })

    expect([exitCode, files[1]]).toEqual([0, ['.outside', 'categories.yaml', 'planogram.yaml', 'products', 'products/tees.yaml']])
  })

  test('with a file that is read-only keeps its mode', async () => {
    await using shop = await openShop(tee, { 'categories.yaml': 'categories: { tees: { name: Old } }\n' })
    const file = join(shop.root, 'categories.yaml')
    chmodSync(file, 0o444)

    const { exitCode } = await shop.run('pull', '--force')

    expect([exitCode, statSync(file).mode & 0o777]).toEqual([0, 0o444])
    expect(readFileSync(file, 'utf8')).toContain('T-shirts')
  })
})
