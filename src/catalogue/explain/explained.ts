import type { Desired } from '../../records/desired.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { Config } from '../config/config.ts'
import type { Overruled, Region, Trace } from '../layers/trace.ts'
import type { Origin } from './explanation.ts'

/** A catalogue that was read with the option `trace`. */
export interface TracedCatalogue {
  readonly config: Config
  readonly desired: Desired
  readonly trace: Trace
}

/** What an explanation looks up in a catalogue. */
export interface Explained {
  readonly desired: Desired
  readonly history: readonly Overruled[]
  /** The text of a document, with secrets masked. */
  readonly textOf: (file: string) => string
  readonly originOf: (span: SourceSpan) => Origin
  /** The file that a text was read from, by the place of the value that names it (`placeKey`). */
  readonly textFiles: ReadonlyMap<string, string>
  /** Where the price or the pricing is written, by sku or variant code. */
  readonly priced: ReadonlyMap<string, SourceSpan>
}

/** Opens a catalogue for explanations. */
export function openExplained({ config, desired, trace }: TracedCatalogue, textOf: (file: string) => string): Explained {
  return {
    desired,
    history: trace.history,
    textOf,
    originOf: originFinder(config.store.overlay, trace.regions),
    textFiles: new Map(trace.texts.map(({ path, at }) => [placeKey(at), path])),
    priced: new Map(trace.priced.map(({ sku, at }) => [sku, at])),
  }
}

/** A place as the key of a map. */
export function placeKey({ file, start, end }: SourceSpan): string {
  return `${start}-${end} ${file}`
}

function originFinder(overlay: string | null, regions: readonly Region[]): Explained['originOf'] {
  const byFile = Map.groupBy(regions, ({ span }) => span.file)
  return ({ file, start }) => {
    const around = byFile.get(file)?.find(({ span }) => start >= span.start && start <= span.end)
    return {
      layer: overlay !== null && file.startsWith(`${overlay}/`) ? 'overlay' : 'catalogue',
      region: around ? { kind: around.kind, name: around.name } : null,
    }
  }
}
