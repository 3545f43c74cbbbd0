/** An element as parsed: the elements in it in document order, and its own text (CDATA included, comments left out). */
export interface XmlElement {
  /** Without namespace prefix. */
  readonly name: string
  readonly elements: readonly XmlElement[]
  readonly text: string
}
