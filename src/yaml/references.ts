/**
 * Replaces the braces of `${NAME}` by two private-use characters while a document is parsed: YAML allows no brace in an unquoted text
 * of a flow map (`{ key: ${STORE_KEY} }`). Offsets stay the same.
 */
export function escapeReferences(text: string): string {
  return text.includes('${') ? text.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, '$\uE000$1\uE001') : text
}

/** Restores the braces in a parsed text. */
export function restoreReferences(text: string): string {
  return text.includes('\uE000') ? text.replaceAll(/\$\uE000([A-Za-z_][A-Za-z0-9_]*)\uE001/g, '$${$1}') : text
}
