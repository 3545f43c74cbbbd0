import { styleText } from 'node:util'

/** How text is emphasised. Each function takes and returns text without line breaks. */
export interface Theme {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly blue: (text: string) => string
  readonly cyan: (text: string) => string
}

const asIs = (text: string): string => text

/** No emphasis, for pipes, files and tests. */
export const plainTheme: Theme = { bold: asIs, dim: asIs, red: asIs, green: asIs, yellow: asIs, blue: asIs, cyan: asIs }

function style(format: keyof Theme): (text: string) => string {
  return (text) => (text === '' ? '' : styleText(format, text, { validateStream: false }))
}

/** The sixteen colours of a terminal; `decideColour` decides whether it is used. */
export const colourTheme: Theme = {
  bold: style('bold'),
  dim: style('dim'),
  red: style('red'),
  green: style('green'),
  yellow: style('yellow'),
  blue: style('blue'),
  cyan: style('cyan'),
}

const ciWithColour = ['GITHUB_ACTIONS', 'GITLAB_CI', 'BUILDKITE', 'CIRCLECI']

/**
 * True where output is coloured. The first of these that is set decides: the flag, `NO_COLOR`, `FORCE_COLOR`, `TERM=dumb`,
 * a terminal, a CI service that shows colours.
 */
export function decideColour(input: {
  readonly flag: 'always' | 'never' | 'auto'
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTTY: boolean
}): boolean {
  const { flag, env, isTTY } = input
  if (flag !== 'auto') return flag === 'always'
  if ((env['NO_COLOR'] ?? '') !== '') return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  if (env['TERM'] === 'dumb') return false
  return isTTY || ciWithColour.some((name) => (env[name] ?? '') !== '')
}
