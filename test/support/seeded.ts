import * as fc from 'fast-check'

/** Every property test starts from one seed, so that a red run can be had again; PLANOGRAM_SEED tries another one. */
fc.configureGlobal({ seed: Number(process.env['PLANOGRAM_SEED'] ?? 4711) })
