import type { Key } from 'ink'
import { graphemesOf } from '../report/text-width.ts'

/** A stream of keys; a terminal has `setRawMode`: keys arrive at once and are not echoed. */
export type TerminalInput = NodeJS.ReadableStream & { setRawMode?(isRaw: boolean): unknown }

const named = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
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
 * The names of the keys in one input of ink: `up`, `return`, `ctrl-c` ..., else the character itself. An input has several keys where
 * characters were typed ahead. Of keys with Ctrl or Alt, only Ctrl-C and Ctrl-Z have a name.
 */
export function keyNames(input: string, key: Key): readonly string[] {
  if (key.ctrl && input === 'c') return ['ctrl-c']
  if (key.ctrl && input === 'z') return ['ctrl-z']
  const special = named.find(([flag]) => key[flag])
  if (special !== undefined) return [special[1]]
  if (key.ctrl || key.meta) return []
  return graphemesOf(input).flatMap((character) => controls[character] ?? (/^\p{Cc}/u.test(character) ? [] : character))
}
