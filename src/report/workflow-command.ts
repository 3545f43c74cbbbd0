/** GitHub shows this many errors, and this many warnings, of a step. */
export const mostOfSeverity = 10

/** A workflow command of GitHub Actions on one line: `::error file=a.yaml,line=3::Text`. */
export function workflowCommand(name: string, properties: Readonly<Record<string, string | number>>, text: string): string {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${name} ${given.join(',')}::${escapeData(text)}`
}

/** A notice about the whole result, at no place of a document. */
export function workflowNotice(text: string): string {
  return workflowCommand('notice', { title: 'planogram' }, text)
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
