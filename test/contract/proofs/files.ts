import { expect } from 'vitest'
import { createClient } from 'webdav'
import { node, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'

const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10])

/** platform.md, "Files API (WebDAV, class 1)". */
export const fileProofs: readonly Proof[] = [
  writes(
    'PUT keeps the body as the file, GET returns it, DELETE deletes it',
    [
      'PUT | /<site_name>/<directory>/<filename>',
      'GET | /<site_name>/<filename>',
      'DELETE | /<site_name>/<filename>',
      'Base: `{files_url}/<site_name>/`',
    ],
    async ({ file }) => {
      const kept = await file('PUT', '/images/items/mug.png', picture)
      const read = await file('GET', '/images/items/mug.png')
      const bytes = new Uint8Array(await read.arrayBuffer())
      const gone = await file('DELETE', '/images/items/mug.png')
      const missing = await file('GET', '/images/items/mug.png')

      expect([kept.ok, read.status, bytes, gone.ok, missing.status]).toEqual([true, 200, picture, true, 404])
    },
  ),
  writes(
    'GET of a directory returns an HTML list: ./, ../, sub-directories with a slash, files, one to a line',
    ['GET | /<site_name>/[<directory>/]'],
    async ({ file }) => {
      await file('MKCOL', '/images/items/sub')
      await file('PUT', '/images/items/mug.png', picture)

      const answer = await file('GET', '/images/items/')

      const links = (await answer.text()).split('\n').flatMap((line) => /<a href="([^"]+)">/.exec(line)?.[1] ?? [])
      expect([answer.headers.get('content-type'), links]).toEqual(['text/html; charset=utf-8', ['./', '../', 'mug.png', 'sub/']])
    },
  ),
  writes(
    'a standard class-1 client works; the server claims class 1 only',
    ['Clients that use standard class-1 WebDAV work', 'A Files API at'],
    async ({ emulator, file }) => {
      const client = createClient(`${emulator.filesUrl}/${emulator.site}`, { username: emulator.key, password: '' })

      await client.createDirectory('/images/new/deep', { recursive: true })
      await client.putFileContents('/images/new/deep/a.txt', 'hello')
      await client.moveFile('/images/new/deep/a.txt', '/images/new/b.txt')

      const listed = await client.getDirectoryContents('/images/new')
      expect(Array.isArray(listed) && listed.map(({ filename }) => filename).toSorted()).toEqual(['/images/new/b.txt', '/images/new/deep'])
      expect(await client.getFileContents('/images/new/b.txt', { format: 'text' })).toBe('hello')
      expect((await file('OPTIONS', '/')).headers.get('dav')).toBe('1')
    },
  ),
  writes(
    'pictures lie in the folders that the fields name, and the site name is in the address of a picture',
    [
      'The site_name can be derived',
      'Product.image',
      'Product.thumb',
      'Product.image_large',
      'Cat.image',
      'Cat.header_image',
      'ExtraImages.image',
      'ExtraImages.thumbnail',
    ],
    async ({ post, file, url, emulator }) => {
      await post('Product', node('Product', { sku: 'A', title: 'Mug', image: 'mug.png' }))
      const before = await (await fetch(`${url}/product/A`)).text()

      await file('PUT', '/images/items/mug.png', picture)

      const after = await (await fetch(`${url}/product/A`)).text()
      const found = await Promise.all(['items', 'thumb', 'originals'].map((folder) => file('GET', `/images/${folder}/`)))
      expect([before.includes('images/items/mug.png'), after.includes('images/items/mug.png')]).toEqual([true, true])
      expect([before.includes('Missing file'), after.includes('Missing file')]).toEqual([true, false])
      expect([found.map(({ status }) => status), new URL(`${emulator.filesUrl}/${emulator.site}/`).pathname]).toEqual([
        [200, 200, 200],
        '/files/shop/',
      ])
      await Promise.all(found.map((answer) => answer.text()))
    },
  ),
]
