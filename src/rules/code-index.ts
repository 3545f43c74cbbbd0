import type { SourceSpan } from '../source/source.ts'
import type { ResourceName } from '../resources/registry.ts'
import { foldedCode } from '../records/folded-code.ts'
import { openHashSlots } from '../records/hash-slots.ts'
import { openPackedTexts, type PackedTexts } from './packed-texts.ts'

/** A code, the record that has it, and its place. */
export interface CodeUse {
  readonly resource: CodedResource
  readonly code: string
  /** The product that the record belongs to, or the key of the record itself. */
  readonly owner: string
  /** False for a record that is inactive or hidden. */
  readonly isShown: boolean
  readonly at: SourceSpan
}

type CodedResource = Extract<ResourceName, 'Cat' | 'Product' | 'Variants' | 'Options' | 'ExtraImages'>

/** The codes of a whole catalogue, grouped by their folded form. */
export interface CodeIndex {
  add(use: CodeUse): void
  /** The uses of codes that differ at most in case and in leading or trailing spaces, where there are two or more, in the order of `add`. */
  alike(): Iterable<readonly CodeUse[]>
  /** Every use, in the order of `add`. */
  uses(): Iterable<CodeUse>
}

const resources: readonly CodedResource[] = ['Cat', 'Product', 'Variants', 'Options', 'ExtraImages']

/** The numbers of a row: the places of its texts, its resource and whether it is shown, its source, and the next row with the same folded code. */
const column = { code: 0, owner: 1, kind: 2, file: 3, start: 4, end: 5, next: 6 } as const
const columns = 7
const chunkRows = 1 << 10
const none = -1

interface Rows {
  readonly texts: PackedTexts
  readonly files: string[]
  readonly chunks: Int32Array[]
  count: number
}

/**
 * Opens an empty index. It stores numbers and UTF-8 instead of objects, about 60 bytes a code: a large catalogue has a million codes,
 * and almost none of them is part of a problem.
 */
export function openCodeIndex(): CodeIndex {
  const rows: Rows = { texts: openPackedTexts(), files: [], chunks: [], count: 0 }
  const appending = { rows, fileNumbers: new Map<string, number>(), owner: '', ownerPlace: none, file: '', fileNumber: none }
  /** The first row of each folded code. */
  const firsts = openHashSlots((row, folded) => foldedCode(codeAt(rows, row)) === folded)
  /** By first row: the last row of the same folded code, where there are two or more. */
  const lasts = new Map<number, number>()
  return {
    add: (use) => {
      const row = append(appending, use)
      const first = firsts.add(foldedCode(use.code), row)
      if (first !== row) {
        setNext(rows, lasts.get(first) ?? first, row)
        lasts.set(first, row)
      }
    },
    *alike() {
      for (const first of lasts.keys()) yield usesFrom(rows, first)
    },
    *uses() {
      for (let row = 0; row < rows.count; row++) yield useAt(rows, row)
    },
  }
}

interface Appending {
  readonly rows: Rows
  readonly fileNumbers: Map<string, number>
  /** The records of a product are added one after the other: its sku is stored once for them. */
  owner: string
  ownerPlace: number
  /** The last file, and its number. */
  file: string
  fileNumber: number
}

function append(appending: Appending, { resource, code, owner, isShown, at }: CodeUse): number {
  const { rows } = appending
  if (appending.fileNumber === none || appending.file !== at.file) {
    appending.file = at.file
    appending.fileNumber = fileNumber(rows, appending.fileNumbers, at.file)
  }
  if (appending.ownerPlace === none || appending.owner !== owner) {
    appending.owner = owner
    appending.ownerPlace = rows.texts.add(owner)
  }
  const codePlace = code === owner ? appending.ownerPlace : rows.texts.add(code)
  const kind = resources.indexOf(resource) * 2 + (isShown ? 1 : 0)
  const row = rows.count % chunkRows
  const chunk = (row === 0 ? undefined : rows.chunks.at(-1)) ?? new Int32Array(chunkRows * columns)
  if (row === 0) rows.chunks.push(chunk)
  const start = row * columns
  chunk[start + column.code] = codePlace
  chunk[start + column.owner] = appending.ownerPlace
  chunk[start + column.kind] = kind
  chunk[start + column.file] = appending.fileNumber
  chunk[start + column.start] = at.start
  chunk[start + column.end] = at.end
  chunk[start + column.next] = none
  return rows.count++
}

function fileNumber({ files }: Rows, numbers: Map<string, number>, file: string): number {
  const known = numbers.get(file)
  if (known !== undefined) return known
  numbers.set(file, files.length)
  return files.push(file) - 1
}

function numberAt({ chunks }: Rows, row: number, name: keyof typeof column): number {
  return chunks[Math.floor(row / chunkRows)]?.[(row % chunkRows) * columns + column[name]] ?? none
}

function setNext({ chunks }: Rows, row: number, next: number): void {
  const chunk = chunks[Math.floor(row / chunkRows)]
  if (chunk) chunk[(row % chunkRows) * columns + column.next] = next
}

function codeAt(rows: Rows, row: number): string {
  return rows.texts.get(numberAt(rows, row, 'code'))
}

function usesFrom(rows: Rows, first: number): CodeUse[] {
  const uses: CodeUse[] = []
  for (let row = first; row !== none; row = numberAt(rows, row, 'next')) uses.push(useAt(rows, row))
  return uses
}

function useAt(rows: Rows, row: number): CodeUse {
  const kind = numberAt(rows, row, 'kind')
  return {
    resource: resources[Math.floor(kind / 2)] ?? 'Product',
    code: codeAt(rows, row),
    owner: rows.texts.get(numberAt(rows, row, 'owner')),
    isShown: kind % 2 === 1,
    at: { file: rows.files[numberAt(rows, row, 'file')] ?? '', start: numberAt(rows, row, 'start'), end: numberAt(rows, row, 'end') },
  }
}
