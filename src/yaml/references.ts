/**
 * `${NAME}` stands bare in flow maps of design.md (`{ key: ${STORE_KEY} }`), where YAML allows no brace in a text. While
 * a document is parsed, two private-use characters stand for the braces; offsets stay as they are.
 */
export function coverReferences(text: string): string {
  return text.includes('${') ? text.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, '$\uE000$1\uE001') : text
}

/** Gives a parsed text its braces back. */
export function uncoverReferences(text: string): string {
  return text.includes('\uE000') ? text.replaceAll(/\$\uE000([A-Za-z_][A-Za-z0-9_]*)\uE001/g, '$${$1}') : text
}
