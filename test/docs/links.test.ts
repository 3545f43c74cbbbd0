import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'

/** A place in a page that names a file of this project. */
interface Reference {
  readonly page: string
  /** The text as the page has it. */
  readonly written: string
  /** The file or folder, from the root of the project. */
  readonly target: string
  /** The heading in it, as GitHub writes it into an address; empty: none. */
  readonly anchor: string
}

const pages = ['README.md', 'CHANGELOG.md', ...pagesIn('docs'), ...pagesIn('bench'), ...pagesIn('src')]
const links = pages.flatMap((page) => linksIn(page))
const paths = pages.flatMap((page) => pathsIn(page))

function pagesIn(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
}

/** The text of a page without its blocks of code. */
function proseOf(page: string): string {
  return readFileSync(join(projectRoot, page), 'utf8').replaceAll(/^```[^]*?^```$/gm, '')
}

function linksIn(page: string): Reference[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((written) => !/^[a-z]+:/.test(written))
    .map((written) => {
      const [path = '', anchor = ''] = written.split('#')
      const target = path === '' ? page : relative(projectRoot, resolve(projectRoot, dirname(page), path))
      return { page, written, target, anchor }
    })
}

/** Paths in back-ticks that begin with a folder of this project. */
function pathsIn(page: string): Reference[] {
  return [...proseOf(page).matchAll(/`((?:src|test|bench|examples|\.ci)\/[\w./-]*)`/g)].map((match) => {
    const written = match[1] ?? ''
    return { page, written, target: written, anchor: '' }
  })
}

/** The headings of a page, as GitHub writes them into an address. */
function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isThere({ target, anchor }: Reference): boolean {
  return existsSync(join(projectRoot, target)) && (anchor === '' || anchorsOf(target).includes(anchor))
}

test('every relative link of a page leads to a file, and to a heading of it', () => {
  const broken = links.filter((link) => !isThere(link)).map(({ page, written }) => `${page}: ${written}`)

  console.log(`${links.length} links and ${paths.length} paths in ${pages.length} pages`)
  expect(broken).toEqual([])
  expect(links.length).toBeGreaterThan(60)
})

test('every path in back-ticks is a file or folder of this project', () => {
  const broken = paths.filter((path) => !isThere(path)).map(({ page, written }) => `${page}: ${written}`)

  expect(broken).toEqual([])
  expect(paths.length).toBeGreaterThan(10)
})

test('the table of architecture.md has every folder of src, and no other', () => {
  const table = /^## Folders$[^]*?^## /m.exec(proseOf('docs/architecture.md'))?.[0] ?? ''
  const rows = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1] ?? '')

  const folders = readdirSync(join(projectRoot, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(rows.toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
  expect(rows.length).toBeGreaterThan(15)
})
