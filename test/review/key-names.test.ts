import { expect, test } from 'vitest'
import type { Key } from 'ink'
import { keyNames } from '../../src/review/key-names.ts'

function names(input: string, held: Partial<Key> = {}): readonly string[] {
  const none: Key = {
    upArrow: false,
    downArrow: false,
    leftArrow: false,
    rightArrow: false,
    pageDown: false,
    pageUp: false,
    home: false,
    end: false,
    return: false,
    escape: false,
    ctrl: false,
    shift: false,
    tab: false,
    backspace: false,
    delete: false,
    meta: false,
    super: false,
    hyper: false,
    capsLock: false,
    numLock: false,
  }
  return keyNames(input, { ...none, ...held })
}

test('characters typed ahead are separate keys, Enter and Ctrl-C included', () => {
  const given = [names('jjj'), names('yes\r'), names('j\u0003'), names('e\u0301\u{1F468}\u200D\u{1F469}'), names('a\u0001b')]

  expect(given).toEqual([
    ['j', 'j', 'j'],
    ['y', 'e', 's', 'return'],
    ['j', 'ctrl-c'],
    ['e\u0301', '\u{1F468}\u200D\u{1F469}'],
    ['a', 'b'],
  ])
})

test('with Ctrl or Alt a letter is not a key', () => {
  const given = [
    names('c', { ctrl: true }),
    names('z', { ctrl: true }),
    names('a', { ctrl: true }),
    names('a', { meta: true }),
    names('', { downArrow: true }),
    names('', { delete: true }),
  ]

  expect(given).toEqual([['ctrl-c'], ['ctrl-z'], [], [], ['down'], ['backspace']])
})
