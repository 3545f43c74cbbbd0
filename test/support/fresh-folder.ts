import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** An empty folder for each test of a file, removed after it. */
export interface FreshFolder {
  /** The folder of the test that runs. */
  readonly root: string
  /** The text of a file in it. */
  read(path: string): string
}

/** Makes the folders; called at the top of a test file. */
export function freshFolder(): FreshFolder {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'planogram-fresh-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  return {
    get root() {
      return root
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
  }
}
