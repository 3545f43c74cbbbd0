/** True where these are the names of the properties of an object, in their order. It makes no list of them. */
export function hasNames(named: object, names: readonly string[]): boolean {
  let index = 0
  for (const name in named) {
    if (names[index] !== name) return false
    index += 1
  }
  return index === names.length
}
