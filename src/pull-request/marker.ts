import { textAt, valueAt } from './json-value.ts'

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

const start = '<!-- planogram '
const end = ' -->'

/** A value as an HTML comment, which is invisible in a comment of a code host. It ends at the first `>`, which JSON can write otherwise. */
export function hiddenLine(name: 'planogram' | 'planogram-history', value: unknown): string {
  const json = JSON.stringify(value).replaceAll(/[<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  return `<!-- ${name} ${json}${end}`
}

/** The first line of a comment. */
export function markerLine(marker: Marker): string {
  return hiddenLine('planogram', marker)
}

/** The marker of a comment; `null` where its first line is not a marker. */
export function markerOf(body: string): Marker | null {
  const [line = ''] = body.split(/\r?\n/, 1)
  const json = hiddenValue(line, start)
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

/** The history that `hiddenLine` wrote, anywhere in a comment; `null` where there is none that can be read. */
export function historyIn(body: string): unknown {
  const line = body.split(/\r?\n/).findLast((each) => each.startsWith('<!-- planogram-history '))
  return line === undefined ? null : hiddenValue(line, '<!-- planogram-history ')
}

function hiddenValue(line: string, beginning: string): unknown {
  if (!line.startsWith(beginning) || !line.endsWith(end)) return null
  try {
    return valueAt({ json: JSON.parse(line.slice(beginning.length, -end.length)) }, 'json')
  } catch {
    return null
  }
}

function matching(form: RegExp, text: string): string {
  return form.test(text) ? text : ''
}
