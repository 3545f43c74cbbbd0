import { startEmulator } from '../../../src/emulator/start-emulator.ts'

/** Serves the store of a folder until it is killed; prints its address and key as one line of JSON. */
const [, , data = ''] = process.argv
const { url, filesUrl, key } = await startEmulator({ data })
process.stdout.write(`${JSON.stringify({ url, filesUrl, key })}\n`)
