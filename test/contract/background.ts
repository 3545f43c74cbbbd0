/**
 * Statements of platform.md that no request can confirm or refute: how each begins, and why. Everything else needs a proof, or a row
 * of assumptions.md where the document says that it is not shown.
 */
export const background: readonly (readonly [begins: string, why: string])[] = [
  ['This single document covers', 'about the document'],
  ['The service is a hosted', 'what the service is'],
  ['Typical uses:', 'what people do with it'],
  ['The Admin API and the Store API use', 'other interfaces, whose paths are not shown'],
  ['Admin API and Store API paths', 'other interfaces, whose paths are not shown'],
  ['Conventions:', 'opens a list'],
  ['Cardinality to the parent', 'how the headings are to be read'],
  ['Rules:', 'opens a list'],
  ['Option types, selected through', 'opens a table'],
  ['The following moves of flags', 'opens a table'],
  ['Write payload rules:', 'opens a list'],
  ['Flow:', 'opens a list'],
  ['Large numbers of entries slow', 'the speed of the pages of a hosted store'],
  ['Policy for future versions', 'the future'],
]
