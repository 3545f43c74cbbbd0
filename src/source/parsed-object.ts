import { isObject } from './is-object.ts'

/** The object that a text is in JSON; `undefined` for any other text, of whoever it is. */
export function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
