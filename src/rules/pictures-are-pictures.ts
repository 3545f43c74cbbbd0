import type { WantedFile } from '../records/desired.ts'
import type { Problem } from '../problems/problem.ts'
import type { PictureFacts } from '../pictures/picture-facts.ts'
import type { Rule } from './rule.ts'

/** What a file of this kind is usually called. */
const endings: Readonly<Record<string, readonly string[]>> = {
  png: ['png'],
  jpeg: ['jpg', 'jpeg', 'jfif'],
  gif: ['gif'],
  webp: ['webp'],
  svg: ['svg'],
}

/** A picture is one by its bytes, not only by its name. */
export const picturesArePictures: Rule = {
  id: 'pictures-are-pictures',
  doc: 'Every picture is a PNG, JPEG, GIF, WebP or SVG by its bytes, and its name says which.',
  severity: 'error or warning',
  why: 'platform.md, "Files API": "uploads the request body as the file": the store takes any bytes, and the browser shows a broken picture. A name that says another kind is a warning.',
  mend: 'Export the picture again as PNG, JPEG, GIF, WebP or SVG, or rename it.',
  check: ({ desired, pictures }) =>
    desired.files.flatMap((file) => {
      const facts = pictures.get(file.from)
      const problem = facts && problemOf(file, facts)
      return problem ? [problem] : []
    }),
}

function problemOf({ from, source }: WantedFile, { kind, size }: PictureFacts): Problem | undefined {
  const frame = { rule: 'pictures-are-pictures', at: source, related: null } as const
  if (kind === 'missing') return undefined
  if (kind === 'text' || kind === 'other') {
    const what = size === 0 ? 'is empty' : kind === 'text' ? 'is text' : 'is none of the kinds that every browser shows'
    return { ...frame, severity: 'error', message: `the picture ${from} ${what}`, fix: 'Give a PNG, JPEG, GIF, WebP or SVG file.' }
  }
  const ending = from.split('.').at(-1)?.toLowerCase() ?? ''
  if (endings[kind]?.includes(ending)) return undefined
  return {
    ...frame,
    severity: 'warning',
    message: `the picture ${from} is a ${kind.toUpperCase()} by its bytes`,
    fix: `Rename it to end in .${endings[kind]?.[0] ?? kind}.`,
  }
}
