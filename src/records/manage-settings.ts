/** What happens to a top-level record that was applied and has left the catalogue. */
export type PruneWay = 'keep' | 'retire' | 'hide' | 'delete'

/** The parts of a catalogue that `prune` names: its sections, and the pictures. */
export type PrunedPart = 'products' | 'categories' | 'groups' | 'webhooks' | 'files'

/** What happens to what was changed in the store since the last apply. */
export type DriftPolicy = 'overwrite' | 'keep' | 'fail'

/** How far a catalogue decides what the store has (docs/base.md). */
export interface ManageSettings {
  readonly prune: Readonly<Record<PrunedPart, PruneWay>>
  readonly drift: DriftPolicy
}

/** The settings where the config has none. */
export const manageDefaults: ManageSettings = {
  prune: { products: 'keep', categories: 'keep', groups: 'keep', webhooks: 'keep', files: 'keep' },
  drift: 'overwrite',
}
