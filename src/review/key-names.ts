import type { Key } from 'ink'
import { graphemesOf } from '../report/text-width.ts'

const named = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'return'],
  ['escape', 'escape'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
] as const satisfies readonly (readonly [keyof Key, string])[]

const controls: Readonly<Record<string, string>> = {
  '\r': 'return',
  '\n': 'return',
  '\r\n': 'return',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007F': 'backspace',
  '\u0003': 'ctrl-c',
}

/**
 * The keys of one ink input: `up`, `return`, `ctrl-c` ..., else the character itself. Characters that were typed ahead arrive in one
 * input, so there may be several; with Ctrl or Alt held, only Ctrl-C means something.
 */
export function keyNames(input: string, key: Key): readonly string[] {
  if (key.ctrl && input === 'c') return ['ctrl-c']
  const special = named.find(([flag]) => key[flag])
  if (special !== undefined) return [special[1]]
  if (key.ctrl || key.meta) return []
  return graphemesOf(input).flatMap((character) => controls[character] ?? (/^\p{Cc}/u.test(character) ? [] : character))
}
