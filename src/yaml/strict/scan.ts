/**
 * The state of one scan. A function that gets it moves `at` and adds to the tape; it returns `false` where the document has something that
 * the strict reader declines, and then the scan ends.
 */
export interface Scan {
  readonly text: string
  /** Offset of the next character. */
  at: number
  /** Column of `at` where it is the first character on its line that is not a space, or the first after a dash; -1 at the end of the text. */
  column: number
  /** Where the value that was read last ends, with the rest of its line and the comments that belong to it. */
  end: number
  /** The deepest column of a comment since then; -1 without one, and once such a comment has ended a collection. */
  comment: number
  /** How many collections are open. */
  depth: number
  /** How many of them are in brackets or braces. */
  flow: number
  tape: Int32Array
  /** How much of the tape is filled. */
  used: number
  /** Start and end of the text of each key of the open maps, the outermost first. */
  keys: Int32Array
  keysUsed: number
}

/**
 * What is on the tape, in the order of the document:
 *
 *     scalar = kind start end           `plain`: the text is from start to end; `quoted`: without the first and last character;
 *                                       `other`: it has escapes or several lines (`scalarText`)
 *     map    = kind start end count (scalar value)*
 *     list   = kind start end count value*
 */
export const tapeKind = { plain: 0, quoted: 1, other: 2, map: 3, list: 4 } as const

/** Reused: no tape is needed after its document. */
let spareTape = new Int32Array(1 << 14)
let spareKeys = new Int32Array(1 << 8)

/** Starts before the first character. The next scan reuses the tape. */
export function startScan(text: string): Scan {
  return { text, at: 0, column: 0, end: 0, comment: -1, depth: 0, flow: 0, tape: spareTape, used: 0, keys: spareKeys, keysUsed: 0 }
}

/** Adds a scalar that ends at `at`. */
export function addScalar(scan: Scan, kind: number, start: number): void {
  reserve(scan)
  const { tape, used } = scan
  tape[used] = kind
  tape[used + 1] = start
  tape[used + 2] = scan.at
  scan.used = used + 3
}

/** Begins a collection at `at`; its place on the tape, for `closeCollection`. */
export function openCollection(scan: Scan, kind: number): number {
  reserve(scan)
  const { tape, used } = scan
  tape[used] = kind
  tape[used + 1] = scan.at
  scan.used = used + 4
  scan.depth += 1
  return used
}

/** Ends a collection of `count` values at `end`. */
export function closeCollection(scan: Scan, place: number, count: number): void {
  scan.tape[place + 2] = scan.end
  scan.tape[place + 3] = count
  scan.depth -= 1
}

function reserve(scan: Scan): void {
  if (scan.used + 4 <= scan.tape.length) return
  spareTape = new Int32Array(scan.tape.length * 2)
  spareTape.set(scan.tape)
  scan.tape = spareTape
}

/** Remembers the text of a key, from `start` to `end`. */
export function addKey(scan: Scan, start: number, end: number): void {
  if (scan.keysUsed + 2 > scan.keys.length) {
    spareKeys = new Int32Array(scan.keys.length * 2)
    spareKeys.set(scan.keys)
    scan.keys = spareKeys
  }
  scan.keys[scan.keysUsed] = start
  scan.keys[scan.keysUsed + 1] = end
  scan.keysUsed += 2
}
