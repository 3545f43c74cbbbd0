import type { SourcePlace } from '../source/source.ts'
import { sanitizeLine } from './sanitize.ts'

/** A place in a document, harmless for a terminal: `products/tees.yaml:12:3`. */
export function placeText({ file, line, column }: SourcePlace): string {
  return `${sanitizeLine(file)}:${line}:${column}`
}
