/** How a catalogue is called in CI, from its folder in the repository (`''`: the root). */
export interface KitPlace {
  /** The folder as `--chdir` takes it. */
  readonly catalogue: string
  /** The name of the workflow, of its file and of its artifacts: `planogram`, `planogram-data-shop`. */
  readonly name: string
  /** Below this ref is one for each store, at the commit that was applied last. */
  readonly refs: string
}

/** The names of a catalogue in CI. Two catalogues of a repository share no name, unless their folders differ in signs only. */
export function kitPlace(folder: string): KitPlace {
  if (folder === '') return { catalogue: '.', name: 'planogram', refs: 'refs/planogram' }
  const slug = folder.replaceAll(/[^\w-]+/g, '-')
  return { catalogue: folder, name: `planogram-${slug}`, refs: `refs/planogram/${slug}` }
}
