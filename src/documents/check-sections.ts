import { sections } from './catalogue-document.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import { meantSentence } from './meant-sentence.ts'
import type { Problem } from '../problems/problem.ts'
import type { SourceSpan } from '../source/source.ts'
import { oddBlankFix } from '../yaml/odd-blank.ts'
import type { Extent, MapEntry, SourceNode } from '../yaml/source-node.ts'

/** The sections of a document by key. */
const known: Readonly<Record<string, { readonly kind: 'map' | 'list'; readonly one: string }>> = {
  ...sections,
  defaults: { kind: 'map', one: 'kind of record' },
}

/** The keys at the top of a document. */
export interface DocumentOutline {
  readonly file: string
  readonly value: Extent & { readonly kind: SourceNode['kind'] }
  /** Of a document that is a map. */
  readonly sections: ReadonlyMap<string, SectionOutline>
}

interface SectionOutline {
  readonly key: Extent
  readonly value: Extent & { readonly kind: SourceNode['kind'] }
  readonly mark?: MapEntry['mark']
}

/** The problems of the top level of a document: unknown sections, and sections that are not a map or list as they should be. */
export function checkSections({ file, value, sections: given }: DocumentOutline): Problem[] {
  if (value.kind !== 'map') {
    const at = { file, start: value.start, end: value.end }
    const message = 'a document must be a map with groups, categories, price_lists or products'
    return [makeProblem({ rule: 'wrong-type', at, message, fix: 'Begin with one of them and a colon, such as products:' })]
  }
  const hasNoSection = ![...given.keys()].some((key) => Object.hasOwn(known, key))
  return [...given].flatMap(([key, child], index) => {
    if (child.mark === 'remove') return []
    const section = Object.hasOwn(known, key) ? known[key] : undefined
    if (!section) return [unknownSection(key, { file, ...child.key }, hasNoSection && index === 0)]
    if (child.value.kind === section.kind) return []
    const at = { file, start: child.value.start, end: child.value.end }
    const message = `"${key}" must be a ${section.kind}, one entry per ${section.one}`
    const fix =
      section.kind === 'map'
        ? `Write each ${section.one} below ${key}: on a line that begins with its key and a colon, without a dash.`
        : `Begin each ${section.one} below ${key}: with a dash.`
    return [makeProblem({ rule: 'wrong-type', at, message, fix })]
  })
}

/** `isForeign`: the document has no section at all, so that it may not be meant for the catalogue. */
function unknownSection(key: string, { file, start, end }: SourceSpan, isForeign: boolean): Problem {
  const names = Object.keys(known)
  const odd = oddBlankFix(key)
  if (odd !== undefined) return makeProblem({ rule: 'unknown-key', at: { file, start, end }, message: `unknown key "${key}"`, fix: odd })
  const suggestion = meantSentence(key, names) ?? ''
  const elsewhere = 'Move a file that is not a document of the catalogue to another place, or into a folder whose name begins with a dot.'
  const fix = isForeign && nearestWord(key, names) === undefined ? `${suggestion} ${elsewhere}` : suggestion
  return makeProblem({ rule: 'unknown-key', at: { file, start, end }, message: `unknown key "${key}"`, fix })
}
