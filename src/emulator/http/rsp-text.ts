import { withoutIllegal } from '../../resources/legal-text.ts'
import { escapeXml } from '../markup/escape.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The body of a write that returns no records (assumptions.md W3): `rsp` as in the errors, with `stat="ok"`. */
export const okText = `${declaration}<rsp stat="ok" version="3.0"/>\n`

/** The error body (platform.md, "Errors"). Characters that XML cannot represent become U+FFFD. */
export function faultText(code: number, message: string): string {
  const text = escapeXml(withoutIllegal(message))
  return `${declaration}<rsp stat="fail" version="3.0"><error><code>${code}</code><msg>${text}</msg></error></rsp>\n`
}
