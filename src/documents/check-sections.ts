import { sections } from './catalogue-document.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { meantSentence } from './meant-sentence.ts'
import type { Problem } from '../problems/problem.ts'
import { childOf, keySpanOf, keysOf, type Located, spanOf } from '../yaml/source-node.ts'

/** What each key at the top of a document holds. */
const known: Readonly<Record<string, { readonly kind: 'map' | 'list'; readonly one: string }>> = {
  ...sections,
  defaults: { kind: 'map', one: 'kind of record' },
}

/** Keys at the top of a document that are no sections, and sections of the wrong form. */
export function checkSections(document: Located): Problem[] {
  const { node } = document
  if (node.kind !== 'map') {
    const message = 'a document must be a map with groups, categories, price_lists or products'
    return [
      makeProblem({ rule: 'wrong-type', at: spanOf(document), message, fix: 'Begin with one of them and a colon, such as products:' }),
    ]
  }
  const keys = keysOf(document)
  const isStranger = !keys.some((key) => Object.hasOwn(known, key))
  return keys.flatMap((key, index) => {
    const child = childOf(document, key)
    if (!child || node.entries.get(key)?.mark === 'remove') return []
    const section = Object.hasOwn(known, key) ? known[key] : undefined
    if (!section) return [unknownKey(child, key, isStranger && index === 0)]
    if (child.node.kind === section.kind) return []
    const message = `"${key}" must be a ${section.kind}, one entry per ${section.one}`
    const fix =
      section.kind === 'map'
        ? `Write each ${section.one} below ${key}: on a line that begins with its key and a colon, without a dash.`
        : `Begin each ${section.one} below ${key}: with a dash.`
    return [makeProblem({ rule: 'wrong-type', at: spanOf(child), message, fix })]
  })
}

function unknownKey(child: Located, key: string, isStranger: boolean): Problem {
  const meant = meantSentence(key, Object.keys(known)) ?? ''
  const elsewhere = 'A file that is no document of the catalogue belongs elsewhere, or below a folder with a dot in front.'
  const fix = isStranger && meant.startsWith('Known') ? `${meant} ${elsewhere}` : meant
  return makeProblem({ rule: 'unknown-key', at: keySpanOf(child), message: `unknown key "${key}"`, ...(fix === '' ? {} : { fix }) })
}
