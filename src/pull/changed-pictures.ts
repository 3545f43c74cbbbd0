import { writtenDocument } from '../yaml/edit/written-entries.ts'
import type { WantedFile } from '../records/desired.ts'
import type { Texts } from './written-catalogue.ts'
import type { BothSides } from './differences.ts'
import type { ChangedRecord } from './edit-existing.ts'
import { isRecordSection, type RecordSection } from './live-records.ts'
import type { Refusals } from './refusals.ts'
import { partOf, type Unit } from './unit.ts'

interface Compared {
  readonly sides: BothSides
  /** The pictures of the catalogue. */
  readonly files: readonly WantedFile[]
  readonly texts: Texts
  /** `pictureContent` of the store's pictures that the catalogue has, by path in the store. */
  readonly contentAt: ReadonlyMap<string, string>
  readonly refusals: Refusals
}

const differs = 'the store has a different picture'

/**
 * The changed records, and those whose picture has another content in the store under the same name: records contain file names only, so
 * that their fields do not show the difference.
 */
export function withChangedPictures(changed: readonly ChangedRecord[], compared: Compared): readonly ChangedRecord[] {
  const { sides, refusals } = compared
  const units = unitsOf(compared).filter((unit) => !refusals.isRefused(unit))
  if (units.length === 0) return changed
  const all = new Map(changed.map((each) => [idOf(each), each]))
  for (const { section, key, part } of units) {
    const id = idOf({ section, key })
    const { desired, live } = sides[section]
    const isInBoth = desired.get(key) !== undefined && live.get(key) !== undefined
    const known = all.get(id) ?? (isInBoth ? { section, key, parts: [] } : undefined)
    const isKnown = known?.parts.some((each) => each.part === part) === true
    if (known && !isKnown) all.set(id, { ...known, parts: [...known.parts, { part, differs }] })
  }
  return [...all.values()]
}

interface PictureUnit extends Unit {
  readonly section: RecordSection
  readonly part: string
}

function unitsOf({ files, texts, contentAt }: Compared): PictureUnit[] {
  const other = files.filter(({ path, size, sha256 }) => size !== null && (contentAt.get(path) ?? sha256) !== sha256)
  const documents = new Map(
    [...new Set(other.map(({ source }) => source.file))].map((file) => [file, writtenDocument(texts.get(file) ?? '')]),
  )
  return other.flatMap(({ source }): PictureUnit[] => {
    const place = documents.get(source.file)?.placeOf(source.start)
    if (!place || place.part === null || !isRecordSection(place.section)) return []
    return [{ section: place.section, key: place.key, part: partOf(place.part) }]
  })
}

function idOf({ section, key }: Pick<ChangedRecord, 'section' | 'key'>): string {
  return JSON.stringify([section, key])
}
