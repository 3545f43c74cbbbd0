import type { WantedFile } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { PictureFacts } from '../pictures/picture-facts.ts'
import type { Rule } from './rule.ts'

/** The usual extensions of each format. */
const endings: Readonly<Record<string, readonly string[]>> = {
  png: ['png'],
  jpeg: ['jpg', 'jpeg', 'jfif'],
  gif: ['gif'],
  webp: ['webp'],
  svg: ['svg'],
}

/** A picture file contains a picture, whatever its name. */
export const picturesArePictures: Rule = {
  id: 'pictures-are-pictures',
  topic: 'pictures',
  doc: 'Every picture file contains a PNG, JPEG, GIF, WebP or SVG, and has the file name extension of that format.',
  severity: 'error or warning',
  why: 'platform.md, "Files API": "uploads the request body as the file": the store accepts any bytes, and the browser shows a broken picture. A wrong extension is a warning.',
  fix: 'Export the picture again as PNG, JPEG, GIF, WebP or SVG, or rename it.',
  check: ({ desired, pictures }) =>
    desired.files.flatMap((file) => {
      const facts = pictures.get(file.from)
      const problem = facts && problemOf(file, facts)
      return problem ? [problem] : []
    }),
}

/** Files of which another problem is reported. */
const unread: ReadonlySet<PictureFacts['kind']> = new Set(['missing', 'refused'])

function problemOf({ from, source }: WantedFile, { kind, size }: PictureFacts): Problem | undefined {
  const frame = { rule: 'pictures-are-pictures', at: source } as const
  if (unread.has(kind)) return undefined
  const other = notPicture({ kind, size })
  if (other) return makeProblem({ ...frame, message: `the picture ${from} ${other.is}`, fix: other.fix })
  const ending = from.split('.').at(-1)?.toLowerCase() ?? ''
  if (endings[kind]?.includes(ending)) return undefined
  return makeProblem({
    ...frame,
    severity: 'warning',
    message: `the picture ${from} contains ${kind.toUpperCase()} data`,
    fix: `Rename it to end in .${endings[kind]?.[0] ?? kind}.`,
  })
}

/** What a file without a picture is, and what to do. */
function notPicture({ kind, size }: PictureFacts): { readonly is: string; readonly fix: string } | undefined {
  if (kind === 'lfs-pointer') return { is: 'is a git LFS pointer, not a picture', fix: 'Run `git lfs pull`.' }
  if (kind !== 'text' && kind !== 'other') return undefined
  const is = kind === 'text' ? 'is text' : 'is not in a format that every browser shows'
  return { is: size === 0 ? 'is empty' : is, fix: 'Provide a PNG, JPEG, GIF, WebP or SVG file.' }
}
