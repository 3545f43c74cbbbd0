/** The UTF-8 bytes that fit into a comment of every code host. */
export const commentBytes = 65_000

/** The fewest in which a report says what it must. */
export const leastBytes = 8000
