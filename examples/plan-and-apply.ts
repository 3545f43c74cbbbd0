/** Plans and applies `catalog.example` against an emulator, then plans again: nothing is left. `node examples/plan-and-apply.ts` */
import { apply, loadCatalogue, openStore, plan, startEmulator } from 'planogram'

const catalogue = await loadCatalogue({ root: process.argv[2] ?? 'catalog.example' })
await using emulator = await startEmulator()
const { url, filesUrl, site, key, capabilities } = emulator
const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })

const made = await plan({ catalogue, store })
console.log(`${made.changes.length} changes in ${made.steps.length} steps`)

const run = await apply({ plan: made, catalogue, store })
console.log(`${run.outcome}: ${run.steps.length} steps`)

const again = await plan({ catalogue, store })
console.log(again.changes.length === 0 ? 'Nothing is left.' : `${again.changes.length} changes are left.`)

await store.close()
