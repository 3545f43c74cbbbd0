/** The text; where it has more than `most` characters, its start and an ellipsis. */
export function shortText(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}\u2026` : text
}
