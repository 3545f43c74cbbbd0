import { makeProblem } from '../problems/make-problem.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** A slug is a valid address (platform.md, "Product"). */
export const slugForm: Rule = {
  id: 'slug-form',
  topic: 'texts',
  doc: 'A slug consists of letters, digits, `-`, `_`, `.`, `~` and single `/` inside, and is not an address of the service.',
  severity: 'warning',
  why: 'platform.md, "Product": "a slug of `<slug>` gives the URL `{base_url}/<slug>`". Spaces and characters such as ? and # are cut off or encoded in an address; `API` and `api_oauth` are addresses of the service itself.',
  fix: 'Write lower-case words with hyphens between them, such as `classic-tee`.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) =>
    [...(desired.roots.Cat ?? []), ...(desired.roots.Product ?? [])].flatMap((record) => {
      const slug = record.fields['slug'] ?? ''
      const fault = faultOf(slug)
      if (fault === null) return []
      const better = betterSlug(slug)
      const fix = better === '' ? 'Write words with hyphens between them.' : `Write ${better}, for example.`
      return [
        makeProblem({ rule: 'slug-form', severity: 'warning', at: spanOf(record, 'slug'), message: `the slug "${slug}" ${fault}`, fix }),
      ]
    }),
}

function faultOf(slug: string): string | null {
  if (slug === '') return null
  if (/^(?:api|api_oauth)(?:\/|$)/i.test(slug)) return 'is an address of the service itself'
  if (/^\/|\/$|\/\//.test(slug)) return 'begins or ends with a slash, or has two in a row'
  const character = /[^\p{L}\p{N}\p{M}\-_./~]/u.exec(slug)?.[0]
  if (character === undefined) return null
  return /\s/.test(character) ? 'contains a space' : `contains "${character}", which has a special meaning in an address`
}

function betterSlug(slug: string): string {
  const words = slug.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)
  const better = words.filter((word) => word !== '').join('-')
  return /^(?:api|api-oauth)$/.test(better) ? `${better}-page` : better
}
