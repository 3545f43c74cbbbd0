import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { inSavepoint } from '../../database/in-savepoint.ts'
import { createFileTables, firstFolders, rootId } from './file-tables.ts'
import { deadPropertyOf, fileNodeOf, numberAt } from './file-node.ts'
import type { DeadProperty, FileNode } from './file-node.ts'

const below = `WITH RECURSIVE below (id) AS (SELECT ? UNION ALL SELECT n.id FROM file_node n JOIN below b ON n.parent = b.id)`

/** Folders, files and their properties as rows; their bytes are in a `BlobStore`. Every change must run inside `transact`. */
export class FileTree {
  readonly #database: DatabaseSync
  readonly #child: StatementSync
  readonly #members: StatementSync
  readonly #insert: StatementSync
  readonly #touch: StatementSync
  readonly #named: StatementSync
  readonly #properties: StatementSync
  /** Blobs that a row got or lost in the transaction that is open: whether one of them is used is known when it has ended. */
  readonly #touched = new Set<string>()
  readonly #onUnused: (sha256: string) => void

  /** `onUnused` is called for each blob that no file refers to after a transaction. `nocase`: names ignore case. */
  constructor(database: DatabaseSync, { onUnused, nocase }: { onUnused: (sha256: string) => void; nocase: boolean }) {
    createFileTables(database)
    this.#database = database
    this.#onUnused = onUnused
    this.#child = database.prepare(`SELECT * FROM file_node WHERE parent = ? AND name = ?${nocase ? ' COLLATE NOCASE' : ''}`)
    this.#members = database.prepare('SELECT * FROM file_node WHERE parent = ? ORDER BY name')
    this.#insert = database.prepare('INSERT INTO file_node (parent, name, sha256, size, created, modified) VALUES (?, ?, ?, ?, ?, ?)')
    this.#touch = database.prepare('UPDATE file_node SET modified = ? WHERE id = ?')
    this.#named = database.prepare('SELECT 1 FROM file_node WHERE sha256 = ? LIMIT 1')
    this.#properties = database.prepare('SELECT * FROM file_property WHERE node = ? ORDER BY namespace, name')
  }

  /** Runs `work` in a transaction, which can be part of a larger one: its owner then calls `settle` when that has ended. */
  transact<Result>(work: () => Result): Result {
    try {
      return inSavepoint(this.#database, 'file_change', work)
    } finally {
      if (!this.#database.isTransaction) this.settle()
    }
  }

  /** After a transaction, committed or not: lets go of the blobs that it used or no longer uses, and that no file refers to. */
  settle(): void {
    for (const sha256 of this.#touched) if (!this.isUsed(sha256)) this.#onUnused(sha256)
    this.#touched.clear()
  }

  /** Removes everything and creates the first folders. */
  clear(at: number): void {
    this.#database.exec('DELETE FROM file_property; DELETE FROM file_node')
    this.#database.prepare("INSERT INTO file_node (id, parent, name, created, modified) VALUES (?, 0, '', ?, ?)").run(rootId, at, at)
    for (const folder of firstFolders) this.ensureFolder(folder, at)
  }

  /** False for a database without a root folder. */
  hasRoot(): boolean {
    return this.#child.get(0, '') !== undefined
  }

  find(segments: readonly string[]): FileNode | null {
    let row = this.#child.get(0, '')
    for (const segment of segments) {
      if (row === undefined || row['sha256'] !== null) return null
      row = this.#child.get(numberAt(row, 'id'), segment)
    }
    return row === undefined ? null : fileNodeOf(row)
  }

  /** The entries of a folder, by name. */
  members(folder: FileNode): readonly FileNode[] {
    return this.#members.all(folder.id).map(fileNodeOf)
  }

  /** True if a file has these bytes. */
  isUsed(sha256: string): boolean {
    return this.#named.get(sha256) !== undefined
  }

  /** The folder at this path; missing folders are created. `null` if a file is in the way. */
  ensureFolder(segments: readonly string[], at: number): FileNode | null {
    for (const [index, name] of segments.entries()) {
      const parent = this.find(segments.slice(0, index))
      if (parent && !this.#child.get(parent.id, name)) this.makeFolder(parent, name, at)
    }
    return this.find(segments)
  }

  makeFolder(parent: FileNode, name: string, at: number): number {
    return this.#add(parent.id, { name, blob: null }, at)
  }

  /** Creates the file or replaces its bytes; an existing file keeps its properties and its time of creation. */
  putFile(parent: FileNode, file: Pick<FileNode, 'name' | 'blob'>, at: number): void {
    this.#touchBlob(file.blob?.sha256)
    const before = this.#child.get(parent.id, file.name)
    if (before === undefined) {
      this.#add(parent.id, file, at)
      return
    }
    this.#touchBlob(before['sha256'])
    this.#database
      .prepare('UPDATE file_node SET sha256 = ?, size = ?, modified = ? WHERE id = ?')
      .run(file.blob?.sha256 ?? null, file.blob?.size ?? 0, at, numberAt(before, 'id'))
  }

  /** Removes a file, or a folder with its contents. */
  remove(node: FileNode, parent: FileNode, at: number): void {
    const blobs = this.#database.prepare(`${below} SELECT sha256 FROM file_node WHERE id IN below AND sha256 IS NOT NULL`).all(node.id)
    for (const row of blobs) this.#touchBlob(row['sha256'])
    this.#database.prepare(`${below} DELETE FROM file_property WHERE node IN below`).run(node.id)
    this.#database.prepare(`${below} DELETE FROM file_node WHERE id IN below`).run(node.id)
    this.#touch.run(at, parent.id)
  }

  /** Moves a file or folder with its properties and contents. */
  move(node: FileNode, to: { parent: FileNode; name: string }, at: number): void {
    this.#database.prepare('UPDATE file_node SET parent = ?, name = ? WHERE id = ?').run(to.parent.id, to.name, node.id)
    this.#touch.run(at, to.parent.id)
  }

  /** Copies a file or folder with its properties; `shallow` leaves out the contents of a folder. */
  copy(node: FileNode, to: { parent: FileNode; name: string; shallow: boolean }, at: number): void {
    const open = [{ from: { ...node, name: to.name }, parent: to.parent.id }]
    for (let next = open.pop(); next; next = open.pop()) {
      const id = this.#add(next.parent, next.from, at)
      this.#database
        .prepare('INSERT INTO file_property SELECT ?, namespace, name, lang, xml FROM file_property WHERE node = ?')
        .run(id, next.from.id)
      if (!to.shallow) open.push(...this.members(next.from).map((from) => ({ from, parent: id })))
    }
  }

  properties(node: FileNode): readonly DeadProperty[] {
    return this.#properties.all(node.id).map(deadPropertyOf)
  }

  setProperty(node: FileNode, { namespace, name, lang, xml }: DeadProperty): void {
    this.#database.prepare('INSERT OR REPLACE INTO file_property VALUES (?, ?, ?, ?, ?)').run(node.id, namespace, name, lang, xml)
  }

  removeProperty(node: FileNode, { namespace, name }: Pick<DeadProperty, 'namespace' | 'name'>): void {
    this.#database.prepare('DELETE FROM file_property WHERE node = ? AND namespace = ? AND name = ?').run(node.id, namespace, name)
  }

  #add(parent: number, { name, blob }: Pick<FileNode, 'name' | 'blob'>, at: number): number {
    this.#touch.run(at, parent)
    return Number(this.#insert.run(parent, name, blob?.sha256 ?? null, blob?.size ?? 0, at, at).lastInsertRowid)
  }

  #touchBlob(sha256: unknown): void {
    if (typeof sha256 === 'string') this.#touched.add(sha256)
  }
}
