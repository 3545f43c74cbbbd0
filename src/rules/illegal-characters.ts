import type { DesiredRecord } from '../records/desired.ts'
import { illegalAt, illegalName } from '../resources/legal-text.ts'
import { resourceOf } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { recordsByResource, spanOf } from './every-record.ts'
import { fieldWords } from './field-words.ts'
import type { Rule } from './rule.ts'

/** Every text can be written as XML (platform.md, "Data API operations"). */
export const illegalCharacters: Rule = {
  id: 'illegal-characters',
  topic: 'codes',
  doc: 'No text contains a control character below U+0020 other than tab and line break, or half of a surrogate pair.',
  severity: 'error',
  why: 'platform.md, "Data API operations": "Payloads of writes are XML", and XML 1.0 cannot represent such a character: an apply would fail halfway. They come from copying out of PDF files and terminals, and are mostly invisible.',
  fix: 'Delete the character at the position that the problem names, or type the text again.',
  eachRecord: true,
  check: ({ desired, areLegal = false }) =>
    areLegal ? [] : [...recordsByResource(desired).values()].flatMap((records) => records.filter(isSuspect).flatMap(problemsOf)),
}

/** True where a field of any kind has such a character: nearly no record. */
function isSuspect({ fields, onCreate }: DesiredRecord): boolean {
  return hasIllegal(fields) || (onCreate !== undefined && hasIllegal(onCreate.fields))
}

function hasIllegal(fields: Fields): boolean {
  for (const field in fields) {
    const text = fields[field] ?? ''
    if (!isPlain(text) && illegalAt(text) >= 0) return true
  }
  return false
}

/** A longer text is searched faster by a regular expression. */
const shortest = 32

/** True for most texts: short, and without control characters and characters beyond the Basic Multilingual Plane. */
function isPlain(text: string): boolean {
  if (text.length > shortest) return false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code >= 0xd800) return false
  }
  return true
}

/** Only texts are checked: other kinds of field have a format that excludes such characters. */
function problemsOf(record: DesiredRecord): Problem[] {
  const { resource, fields, onCreate } = record
  const given = onCreate ? { ...fields, ...onCreate.fields } : fields
  const forms = resourceOf(resource).fields
  const problems: Problem[] = []
  for (const [field, text] of Object.entries(given)) {
    const kind = forms[field]?.kind ?? 'text'
    const at = kind === 'text' || kind === 'file' ? illegalAt(text) : -1
    if (at < 0) continue
    const message = `${fieldWords(record, field)} contains ${illegalName(text, at)} at position ${at + 1}, which XML cannot represent`
    problems.push(makeProblem({ rule: 'illegal-characters', at: spanOf(record, field), message, fix: 'Delete that character.' }))
  }
  return problems
}
