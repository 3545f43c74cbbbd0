/** True for a map of a document, as plain values have it. */
export function isRecordOf(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
