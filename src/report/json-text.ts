/**
 * What a terminal can interpret or what changes the direction of text, and is not escaped by `JSON.stringify`; and commands of CI runners, of
 * which the next piece of a text can have the end.
 */
const harmful = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]|#(?=#(?:\[|vso\[|(?:v(?:so?)?)?$)|$)/gi

/**
 * A value as JSON that can be read in a terminal or a log: the same value for a program, with harmful characters as escapes. `indent`:
 * spaces for each level, by default none and on one line.
 */
export function jsonText(value: unknown, indent = 0): string {
  return harmlessJson(JSON.stringify(value, null, indent))
}

/** The same for JSON that is text already, whole or a piece of it. */
export function harmlessJson(json: string): string {
  return json.replace(harmful, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
