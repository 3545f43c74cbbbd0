import type { YAMLError } from 'yaml'

/** An error of the YAML library, without its text. */
export interface LibraryError {
  readonly code: YAMLError['code']
  /** What the error is about, where several errors share the code. */
  readonly detail: 'open-double-quote' | 'open-single-quote' | 'open-bracket' | 'sequence' | 'implicit-key' | 'other'
}

/**
 * The code and the detail of an error. yaml 2.9.1 uses one code for several errors (`MISSING_CHAR` for a missing quote, colon, comma or
 * bracket), and only the message distinguishes them. This is the only place that reads messages of the library; after an update of
 * the library, test/unit/yaml/explain-broken.test.ts shows whether they still match.
 */
export function libraryError({ code, message }: YAMLError): LibraryError {
  return { code, detail: details.find(([, pattern]) => pattern.test(message))?.[0] ?? 'other' }
}

const details: readonly (readonly [LibraryError['detail'], RegExp])[] = [
  ['open-double-quote', /^Missing closing "/],
  ['open-single-quote', /^Missing closing '/],
  ['open-bracket', /^Flow (?:map|sequence)|[Ff]low .*end with|Expected .*(?:\}|\])/],
  ['sequence', /^A block sequence may not be|^All sequence items must/],
  ['implicit-key', /^Implicit/],
]
