import { exitCodes } from '../../errors.ts'
import { examineStore } from '../../rehearse/examine-store.ts'
import { doctorText } from '../../report/doctor-text.ts'
import { jsonText } from '../../report/json-text.ts'
import { countOf } from '../../source/counts.ts'
import { keyPlaceText } from '../../workspace/read-key.ts'
import { readConfigured } from '../configured-state.ts'
import { connect } from '../connect.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import type { Surroundings } from '../surroundings.ts'
import type { DoctorOptions } from './doctor-usage.ts'

/** `planogram doctor`: what this key and this store can do. Reads only the config and the store. */
export async function doctor({ format }: DoctorOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const loaded = readConfigured(global, surroundings)
  await using connection = await connect(loaded, { output, surroundings })
  const { store } = connection
  const findings = await examineStore(store)
  await output.result(
    format === 'json'
      ? `${jsonText({ format_version: '1', store: store.name, base_url: store.baseUrl, findings }, 2)}\n`
      : doctorText(findings, output.theme, output.width),
  )
  const { store: configured } = loaded.config
  const key = configured.emulator ? '' : ` with the key of ${keyPlaceText(configured.key)}`
  output.note(`${countOf(store.requests().reads, 'read')} of store ${store.name} (${store.baseUrl})${key}; nothing was written\n`)
  return findings.some(({ state }) => state === 'fails') ? exitCodes.error : exitCodes.done
}
