import type { Comment, Forge } from './forge.ts'
import { textAt } from './json-value.ts'

/** What a comment is about, hidden in its first line. */
export interface Marker {
  readonly kind: 'plan' | 'result'
  /** The folder of the catalogue in the repository; `''`: the root. */
  readonly folder: string
  readonly store: string
  /** The commit at the head of the pull request. */
  readonly head: string
  /** The hash of the plan that the comment shows, in full; `''` in a result without a plan. */
  readonly hash: string
  /** Where the artifact with the plan is. */
  readonly run: string
  /** Of a result: the exit code of the apply. */
  readonly code: string
}

type HiddenName = 'planogram' | 'planogram-history'

const end = ' -->'

/** A value as an HTML comment, which is invisible in a comment of a code host. It ends at the first `>`, which JSON can write otherwise. */
export function hiddenLine(name: HiddenName, value: unknown): string {
  const json = JSON.stringify(value).replaceAll(/[<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  return `${startOf(name)}${json}${end}`
}

/** The first line of a comment. */
export function markerLine(marker: Marker): string {
  return hiddenLine('planogram', marker)
}

/** The marker of a comment; `null` where its first line is not a marker. */
export function markerOf(body: string): Marker | null {
  const [line = ''] = body.split(/\r?\n/, 1)
  const json = hiddenValue(line, 'planogram')
  const kind = textAt(json, 'kind')
  if (kind !== 'plan' && kind !== 'result') return null
  return {
    kind,
    folder: textAt(json, 'folder'),
    store: textAt(json, 'store'),
    head: matching(/^[0-9a-f]{40,64}$/, textAt(json, 'head')),
    hash: matching(/^[0-9a-f]{64}$/, textAt(json, 'hash')),
    run: matching(/^\d+$/, textAt(json, 'run')),
    code: matching(/^\d+$/, textAt(json, 'code')),
  }
}

/** The comments of this kind about this store and folder, the oldest first, with their markers. */
export async function markedComments(
  forge: Forge,
  number: number,
  { kind, store, folder }: Pick<Marker, 'kind' | 'store' | 'folder'>,
): Promise<readonly (Comment & { readonly marker: Marker })[]> {
  const comments = await forge.ownComments(number)
  return comments.flatMap((comment) => {
    const marker = markerOf(comment.body)
    const isAbout = marker !== null && marker.kind === kind && marker.store === store && marker.folder === folder
    return isAbout ? [{ ...comment, marker }] : []
  })
}

/** The history that `hiddenLine` wrote, anywhere in a comment; `null` where there is none that can be read. */
export function historyIn(body: string): unknown {
  const line = body.split(/\r?\n/).findLast((each) => each.startsWith(startOf('planogram-history')))
  return line === undefined ? null : hiddenValue(line, 'planogram-history')
}

function startOf(name: HiddenName): string {
  return `<!-- ${name} `
}

function hiddenValue(line: string, name: HiddenName): unknown {
  const start = startOf(name)
  if (!line.startsWith(start) || !line.endsWith(end)) return null
  try {
    const value: unknown = JSON.parse(line.slice(start.length, -end.length))
    return value
  } catch {
    return null
  }
}

function matching(form: RegExp, text: string): string {
  return form.test(text) ? text : ''
}
