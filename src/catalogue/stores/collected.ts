import type { Problem } from '../../problems/problem.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { Findings } from '../expand/expansion.ts'
import type { RequestedPicture } from '../expand/uses.ts'
import type { TracedText } from '../layers/trace.ts'
import type { BrokenProduct } from '../products/read-product.ts'

/** A place where a document names a text or a picture, also one that does not exist. */
export interface Mention {
  /** From the root. */
  readonly path: string
  readonly at: SourceSpan
}

/** What was found in the records of a catalogue so far. */
export interface Collected {
  readonly problems: readonly Problem[]
  readonly pictures: readonly RequestedPicture[]
  /** Names of price lists. */
  readonly usedLists: ReadonlySet<string>
  readonly rawGrids: ReadonlySet<string>
  readonly partly: readonly SourceSpan[]
  readonly texts: readonly TracedText[]
  readonly mentions: readonly Mention[]
  add(found: Findings | BrokenProduct): void
}

interface Wanted {
  /** Files, and folders with everything in them, whose mentions are collected. */
  readonly mentionsOf: readonly string[]
  /** True to collect the places of texts. */
  readonly keepsTexts: boolean
}

/** Starts with nothing. */
export function openCollected({ mentionsOf, keepsTexts }: Wanted): Collected {
  const problems: Problem[] = []
  const pictures: RequestedPicture[] = []
  const usedLists = new Set<string>()
  const rawGrids = new Set<string>()
  const partly: SourceSpan[] = []
  const texts: TracedText[] = []
  const mentions: Mention[] = []
  const mention = (path: string, at: SourceSpan): void => {
    const isWanted = mentionsOf.some((wanted) => wanted === '' || path === wanted || path.startsWith(`${wanted}/`))
    if (isWanted) mentions.push({ path, at })
  }
  return {
    problems,
    pictures,
    usedLists,
    rawGrids,
    partly,
    texts,
    mentions,
    add: (found) => {
      for (const problem of found.problems) problems.push(problem)
      if (!('uses' in found)) return
      const { uses } = found
      for (const list of uses.priceLists) usedLists.add(list)
      for (const sku of found.rawGrids) rawGrids.add(sku)
      for (const span of found.partly) partly.push(span)
      for (const picture of uses.pictures) {
        pictures.push(picture)
        mention(picture.from, picture.source)
      }
      for (const { path, at } of uses.texts) {
        if (keepsTexts) texts.push({ path, at })
        mention(path, at)
      }
    },
  }
}
