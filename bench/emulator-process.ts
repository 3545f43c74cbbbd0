import { startEmulator } from '../src/emulator/start-emulator.ts'

/** An embedded store in a process of its own, so that its memory can be measured; the argument is its folder, or nothing. */
const [data] = process.argv.slice(2)
const store = await startEmulator({ key: 'bench-key', ...(data === undefined || data === '' ? {} : { data }) })
process.stdout.write(`${store.url}\n`)
process.on('SIGTERM', () => void store.close())
