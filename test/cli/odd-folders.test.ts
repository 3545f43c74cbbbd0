import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFile } from '../../src/documents/format/format-file.ts'
import { builtProgram, type Ended, planogram } from '../support/command-line.ts'
import { isHarmful } from '../support/is-harmful.ts'
import { shopFolder } from '../support/shop-folder.ts'

const mug = 'products:\n  MUG: { title: Mug, price: 8.50, slug: mug }\n'

/** Runs a command in a shop that was made odd, as a user does; nothing may end as a bug. */
async function inOddShop(argv: readonly string[], makeOdd: (root: string) => void): Promise<Ended> {
  using shop = shopFolder({ 'shop.yaml': mug })
  makeOdd(shop.root)
  const ended = await planogram(shop.root, argv)
  const hide = (text: string): string => text.replaceAll(shop.root, 'SHOP')
  return { ...ended, stdout: hide(ended.stdout), stderr: hide(ended.stderr) }
}

test.each([['plan'], ['apply', '--auto-approve']])(
  '%s with a state that is damaged: said, and the embedded store is closed again',
  async (...argv) => {
    using shop = shopFolder({ 'shop.yaml': mug })
    mkdirSync(join(shop.root, '.planogram'))
    writeFileSync(join(shop.root, '.planogram/state.db'), 'no database '.repeat(500))

    const ended = await planogram(shop.root, argv)

    expect(ended.exitCode).toBe(1)
    expect(ended.stderr).toContain('error[state-broken]')
    expect(existsSync(join(shop.root, '.planogram/emulator/server.json'))).toBe(false)
  },
)

test('a file where the folder of the embedded store should be', async () => {
  const ended = await inOddShop(['plan'], (root) => writeFileSync(join(root, '.planogram'), 'x'))

  expect(ended).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'error[file-unwritable]: SHOP/.planogram/emulator cannot be written (ENOTDIR).\n  help: Allow this user to write there; the embedded store keeps its data in that folder.\n',
  })
})

test('a folder with the name of the config', async () => {
  const ended = await inOddShop(['validate', '--config', 'odd.yaml'], (root) => mkdirSync(join(root, 'odd.yaml')))

  expect(ended).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'error[file-unreadable]: odd.yaml cannot be read (EISDIR).\n  help: Make it a file that this user may read.\n',
  })
})

test('a folder with the name of a document is a folder', async () => {
  const ended = await inOddShop(['validate'], (root) => {
    mkdirSync(join(root, 'more.yaml'))
    writeFileSync(join(root, 'more.yaml/cup.yaml'), mug.replace('MUG', 'CUP').replace('mug', 'cup'))
  })

  expect(ended).toMatchObject({ exitCode: 0, stdout: 'No problems in 2 files\n' })
})

test('a folder where a text should be', async () => {
  const ended = await inOddShop(['validate'], (root) => {
    mkdirSync(join(root, 'copy'))
    writeFileSync(join(root, 'shop.yaml'), mug.replace('price', 'comment: { file: copy }, price'))
  })

  expect(ended.exitCode).toBe(65)
  expect(ended.stdout).toContain('error[text-missing]: copy cannot be read\n')
  expect(ended.stdout).toContain('help: Make it a file that this user may read.\n')
})

test.runIf(process.platform === 'linux')('names of other bytes than UTF-8 are said, and the rest is read', async () => {
  const ended = await inOddShop(['validate'], (root) => {
    writeFileSync(Buffer.concat([Buffer.from(join(root, 'bad')), Buffer.from([0xff]), Buffer.from('.yaml')]), mug)
    mkdirSync(Buffer.concat([Buffer.from(join(root, 'folder')), Buffer.from([0xfe])]))
  })

  expect(ended).toMatchObject({
    exitCode: 65,
    stdout: `error[not-utf8]: the name of bad\uFFFD.yaml is not UTF-8
  --> bad\uFFFD.yaml
  help: Rename it.

error[not-utf8]: the name of folder\uFFFD is not UTF-8
  --> folder\uFFFD
  help: Rename it.

2 errors in 1 file
`,
  })
})

test('a name with line ends and escape codes is shown without them, in every format', async () => {
  const name = 'evil\n\u001B[31mname\u0007.yaml'
  for (const format of ['text', 'json', 'github', 'sarif']) {
    const ended = await inOddShop(['validate', '--format', format], (root) => writeFileSync(join(root, name), 'titel: x\n'))

    expect(ended.exitCode).toBe(65)
    expect(isHarmful(ended.stdout)).toBe(false)
    expect(ended.stdout).not.toContain('evil\n')
  }
})

test('a file that fmt cannot put into its place is said', () => {
  using shop = shopFolder({})

  expect(() => replaceFile(shop.root, 'gone.yaml', 'x')).toThrow('gone.yaml cannot be written (ENOENT); it was not changed.')
})

test.skipIf(process.platform === 'win32')('a current folder that was deleted', async () => {
  using shop = shopFolder({})
  mkdirSync(join(shop.root, 'gone'))
  // The shell is in the folder before it is deleted.
  const script = 'cd gone && rmdir ../gone && exec "$0" "$1" --help'

  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, process.execPath, builtProgram], { cwd: shop.root, encoding: 'utf8' })

  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'error[file-unreadable]: The current folder does not exist any more (ENOENT).\n  help: Change to a folder that exists, then run the command again.\n',
  })
})
