import { sections } from './catalogue-document.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import { meantSentence } from './meant-sentence.ts'
import type { Problem } from '../problems/problem.ts'
import { childOf, keySpanOf, keysOf, type Located, spanOf } from '../yaml/source-node.ts'

/** The sections of a document by key. */
const known: Readonly<Record<string, { readonly kind: 'map' | 'list'; readonly one: string }>> = {
  ...sections,
  defaults: { kind: 'map', one: 'kind of record' },
}

/** The problems of the top level of a document: unknown sections, and sections that are not a map or list as they should be. */
export function checkSections(document: Located): Problem[] {
  const { node } = document
  if (node.kind !== 'map') {
    const message = 'a document must be a map with groups, categories, price_lists or products'
    return [
      makeProblem({ rule: 'wrong-type', at: spanOf(document), message, fix: 'Begin with one of them and a colon, such as products:' }),
    ]
  }
  const keys = keysOf(document)
  const hasNoSection = !keys.some((key) => Object.hasOwn(known, key))
  return keys.flatMap((key, index) => {
    const child = childOf(document, key)
    if (!child || node.entries.get(key)?.mark === 'remove') return []
    const section = Object.hasOwn(known, key) ? known[key] : undefined
    if (!section) return [unknownSection(child, key, hasNoSection && index === 0)]
    if (child.node.kind === section.kind) return []
    const message = `"${key}" must be a ${section.kind}, one entry per ${section.one}`
    const fix =
      section.kind === 'map'
        ? `Write each ${section.one} below ${key}: on a line that begins with its key and a colon, without a dash.`
        : `Begin each ${section.one} below ${key}: with a dash.`
    return [makeProblem({ rule: 'wrong-type', at: spanOf(child), message, fix })]
  })
}

/** `isForeign`: the document has no section at all, so that it may not be meant for the catalogue. */
function unknownSection(child: Located, key: string, isForeign: boolean): Problem {
  const names = Object.keys(known)
  const suggestion = meantSentence(key, names) ?? ''
  const elsewhere = 'Move a file that is not a document of the catalogue to another place, or into a folder whose name begins with a dot.'
  const fix = isForeign && nearestWord(key, names) === undefined ? `${suggestion} ${elsewhere}` : suggestion
  return makeProblem({ rule: 'unknown-key', at: keySpanOf(child), message: `unknown key "${key}"`, fix })
}
