import type { ByteMemory } from '../files/byte-memory.ts'
import type { Expectation } from '../pricing/expectation.ts'
import type { Problem } from '../problems/problem.ts'
import type { Definition } from '../records/definition.ts'
import type { Desired } from '../records/desired.ts'
import type { ResolveWebhook } from '../records/webhook-address.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { Config } from './config/config.ts'
import type { DocumentSections } from './layers/read-layer.ts'
import type { Trace } from './layers/trace.ts'
import type { Mention } from './stores/collected.ts'

/** A catalogue for one store, as plain data: it prints whole as JSON. With an error among the problems, it has what is correct. */
export interface Catalogue {
  readonly config: Config
  /** The path of the config, from the root. */
  readonly configPath: string
  /** Its products are those that the caller kept (`CatalogueReading`). */
  readonly desired: Desired
  /** The price tests under `expect`, checked here and again after an apply. */
  readonly expectations: readonly Expectation[]
  readonly problems: readonly Problem[]
  /**
   * Lower-case hex sha256 over what the catalogue means: records, price tests, contents of pictures, and the settings that change what is
   * written. `null` where `only` left products out.
   */
  readonly contentHash: string | null
  /** Local time of the shop, `YYYY-MM-DD HH:MM:SS`, after which the problems can be others though nothing was edited; `null`: never. */
  readonly judgedUntil: string | null
  /** Every document that was read, by its path. */
  readonly documents: readonly DocumentSections[]
  readonly files: { readonly documents: number; readonly pictures: number }
  /** For people, one line each: what is written and has no effect yet. */
  readonly notices: readonly string[]
  /** Where values come from: with the option `trace`, else only what the overlay changed. */
  readonly trace: Trace
  /** The places that name the files of the option `mentionsOf`. */
  readonly mentions: readonly Mention[]
}

/** The files behind a catalogue: services that read them. */
export interface CatalogueSources {
  /** The text of a document or of the config, with secrets masked; empty for any other file. */
  readonly textOf: (file: string) => string
  /** Lower-case hex sha256 of the bytes of a document as they were read; `undefined` for any other file. */
  readonly hashOf: (file: string) => string | undefined
  /** Line and column of a place. */
  readonly locate: (span: SourceSpan) => SourcePlace
  /** The price list, the defaults or the overlay that a value is written in; `null` for one in the entry of its record. */
  readonly definitionOf: (span: SourceSpan) => Definition | null
  /**
   * The bytes of a picture by `from` and `sha256` of its `WantedFile`; without `sha256` those of the source. A picture that was moved since
   * is found by its content. A rendition is made here, unless it was made before. The bytes can be in `memory`. Throws `file-unreadable`, `sharp-missing`.
   */
  readonly readPicture: (path: string, sha256?: string, memory?: ByteMemory) => Promise<Uint8Array>
  /** The address of a webhook, with the values of the environment: it can be a secret. */
  readonly resolveWebhook: ResolveWebhook
  /** Makes renditions, by `WantedFile.sha256`, before they are sent: one that cannot be made is a problem. Throws `sharp-missing`. */
  readonly makeRenditions: (identities: readonly string[], onProgress?: (done: number, all: number) => void) => Promise<readonly Problem[]>
}

/** A catalogue that was read: its values, and the services that read its files. */
export interface LoadedCatalogue {
  readonly catalogue: Catalogue
  readonly sources: CatalogueSources
}
