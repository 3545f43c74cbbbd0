/** The library's public face (docs/library.md): load, plan, apply, pull and emulate. Everything else is internal. */
export { loadCatalogue } from './workspace/load-catalogue.ts'
export { plan } from './workspace/plan.ts'
export { apply } from './workspace/apply.ts'
export { startEmulator } from './emulator/start-emulator.ts'
export { openStore } from './store/open-store.ts'
