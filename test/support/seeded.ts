import * as fc from 'fast-check'

/** Every property test starts from one seed, so that a failing run can be repeated; PLANOGRAM_SEED sets another one. */
fc.configureGlobal({ seed: Number(process.env['PLANOGRAM_SEED'] ?? 4711) })
