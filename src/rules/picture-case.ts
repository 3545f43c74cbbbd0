import type { WantedFile } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { Rule } from './rule.ts'

/** No two pictures of the store have names that differ only in case (assumptions.md F6). */
export const pictureCase: Rule = {
  id: 'picture-case',
  topic: 'pictures',
  doc: 'No two pictures in one folder of the store have names that differ only in case.',
  severity: 'warning',
  why: 'platform.md, "Files API": "uploads the request body as the file". Whether the store distinguishes Tee.png from tee.png is not shown (assumptions.md F6), and a checkout on macOS or Windows does not. With different contents it is the error `picture-collision`.',
  fix: 'Use one spelling of the name in both places.',
  ignorable: true,
  check: ({ desired }) => {
    const first = new Map<string, WantedFile>()
    return desired.files.flatMap((file): Problem[] => {
      const known = first.get(file.path.toLowerCase())
      if (!known) first.set(file.path.toLowerCase(), file)
      if (!known || known.path === file.path || known.sha256 !== file.sha256) return []
      return [
        makeProblem({
          rule: 'picture-case',
          severity: 'warning',
          at: file.source,
          message: `${file.from} and ${known.from} get names in the store that differ only in case`,
          fix: 'Use one spelling of the name in both places.',
          related: { message: 'the other one', at: known.source },
        }),
      ]
    })
  },
}
