/** As `filter`, but the list itself where all of it is kept: a copy of a large list takes longer than looking at each of its elements. */
export function kept<T, S extends T>(list: readonly T[], isKept: (each: T) => each is S): readonly S[]
export function kept<T>(list: readonly T[], isKept: (each: T) => boolean): readonly T[]
export function kept<T>(list: readonly T[], isKept: (each: T) => boolean): readonly T[] {
  return list.every(isKept) ? list : list.filter(isKept)
}
