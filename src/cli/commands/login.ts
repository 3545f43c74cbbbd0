import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { RemoteStoreConfig } from '../../catalogue/config/config.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import { sanitize } from '../../report/sanitize.ts'
import { countOf } from '../../source/counts.ts'
import { isLoopback } from '../../source/is-loopback.ts'
import type { LoginOutcome } from '../../store/oauth/redirect-page.ts'
import { awaitRedirect, receiveRedirect, type RedirectReceiver } from '../../store/oauth/receive-redirect.ts'
import { authorizationAddress, checkAuthorization, exchangeCode, type OAuthStore, refusedLogin } from '../../store/oauth/request-key.ts'
import { openStore } from '../../store/open-store.ts'
import { isInCi } from '../../workspace/environment.ts'
import { changeLoginKeys, loginAddress, loginKeysFile } from '../../workspace/login-keys.ts'
import { proxyFor } from '../../workspace/proxy-for.ts'
import { keyPlaceText } from '../../workspace/read-key.ts'
import { hostsOf, settingsWithKey } from '../../workspace/store-settings.ts'
import { readConfigured } from '../configured-state.ts'
import type { GlobalOptions } from '../global-options.ts'
import { openBrowser } from '../open-browser.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { stopAtSignal } from '../stop-at-signal.ts'
import type { Surroundings } from '../surroundings.ts'
import type { LoginOptions } from './login-usage.ts'
import { deletedInStore } from './logout.ts'

/** How long a person may take in the browser: 5 minutes. */
const limitMs = 300_000

/** What a login works with. */
interface Session {
  readonly name: string
  readonly store: RemoteStoreConfig
  readonly oauth: OAuthStore
  readonly options: LoginOptions
  readonly surroundings: Surroundings
  readonly output: ProgramOutput
}

/** `planogram login`: a person approves this program in the browser, and the store issues a key, which is kept on this machine. */
export async function login(options: LoginOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const { store, storeName: name } = readConfigured(global, surroundings).config
  if (store.emulator) {
    await output.result(`Store ${name} is the embedded store: it needs no login.\n`)
    return exitCodes.done
  }
  refuseUseless(name, store)
  if (isInCi(surroundings.env) || !global.input) {
    throw new OperationalError('no-terminal', 'A login needs a person, and there is none in CI or with `--no-input`.', {
      fix: 'Set `key` of the store in planogram.yaml to a variable, and give that variable an application key.',
    })
  }
  const oauth = { name, baseUrl: store.baseUrl, proxy: proxyFor(store.baseUrl, surroundings.env) }
  return await logIn({ name, store, oauth, options, surroundings, output })
}

/** A key that would never be used must not be issued: it does not expire. */
function refuseUseless(name: string, { key }: RemoteStoreConfig): void {
  if (key.kind === 'login') return
  const setting = key.kind === 'env' ? 'key' : keyPlaceText(key)
  throw new OperationalError('wrong-usage', `Store ${name} has \`${setting}\` in the config, so the key of a login would not be used.`, {
    fix: `Use that key, or remove \`${setting}\` of the store from planogram.yaml.`,
  })
}

async function logIn(session: Session): Promise<number> {
  const { oauth, store, options, surroundings, output } = session
  const clientId = clientIdOf(session)
  using stopping = stopAtSignal(surroundings, () => output.warn('\nInterrupted; no key was kept.\n'))
  const state = randomBytes(24).toString('base64url')
  const fixed = options.redirectUri ?? store.redirectUri
  await using receiver = await receiveRedirect(state, fixed)
  // A key that cannot be kept must not be issued either.
  changeLoginKeys(surroundings.env, () => null)
  const request = { clientId, redirectUri: receiver.redirectUri, isFixed: fixed !== null, state }
  await checkAuthorization(oauth, request)
  let outcome: LoginOutcome = 'failed'
  try {
    using _pasted = await sendToBrowser(authorizationAddress(oauth, request), receiver, session)
    const answer = await awaitRedirect(receiver, { limitMs, stopped: stopping.signal })
    if ('error' in answer) throw refusedLogin(oauth, answer.error)
    const exitCode = await keep(await exchangeCode(oauth, { code: answer.code, redirectUri: receiver.redirectUri }), session)
    outcome = 'worked'
    return exitCode
  } finally {
    await receiver.show(outcome)
  }
}

/** The client id of the command line, that of the config, or on this machine that of the emulator. */
function clientIdOf({ name, store, options }: Session): string {
  const own = options.clientId ?? store.clientId
  if (own !== null) return own
  if (isLoopback(new URL(store.baseUrl).hostname)) return 'planogram'
  throw new OperationalError('wrong-usage', `Store ${name} has no client id, without which it issues no key.`, {
    fix: 'Request one from the developer support of the store, and set `client_id` of the store in planogram.yaml. Or set `key`.',
  })
}

/** Prints the address and opens it; with `--no-browser` reads addresses from stdin instead, until the result is disposed. */
async function sendToBrowser(address: string, receiver: RedirectReceiver, session: Session): Promise<Disposable> {
  const { name, store, options, surroundings, output } = session
  output.warn(`Log in to store ${name} (${store.baseUrl}) in the browser:\n\n  ${address}\n\n`)
  using opened = new DisposableStack()
  if (options.browser) {
    const failure = await openBrowser(address, surroundings.env)
    if (failure !== null) output.warn(`Cannot open a browser (${failure}): open the address yourself, or use \`--no-browser\`.\n`)
  } else {
    output.note('If it ends at a page that cannot be opened, paste the address of that page here.\n')
    const input = createInterface({ input: surroundings.stdin, terminal: false })
    opened.defer(() => input.close())
    input.on('line', (line) => {
      if (line.trim() === '' || receiver.take(line.trim())) return
      output.warn(`This address is not the end of this login: it begins with ${new URL(receiver.redirectUri).origin}/.\n`)
    })
  }
  output.note(`Waiting for the browser, ${limitMs / 60_000} minutes at most. Ctrl-C ends the wait.\n`)
  return opened.move()
}

/** Keeps a key with which the store can be read; one that the store refuses is not kept. */
async function keep(key: string, { name, store, surroundings: { env }, output }: Session): Promise<number> {
  const products = await productsWith(key, { name, store, env })
  const address = loginAddress(store.baseUrl, name)
  let isReplaced = false
  changeLoginKeys(env, (keys) => {
    isReplaced = keys.has(address) && keys.get(address)?.key !== key
    return new Map(keys).set(address, { key, hosts: hostsOf(store) })
  })
  const seen = typeof products === 'number' ? `; it has ${countOf(products, 'product')}` : ''
  await output.result(`Logged in to store ${name} (${store.baseUrl})${seen}.\n`)
  output.note(`The key is kept in ${loginKeysFile(env)}, and sent to ${hostsOf(store).join(' and ')} only.\n`)
  if (isReplaced) output.note(`The key of the login before is replaced, and still valid in the store. ${deletedInStore}\n`)
  if (typeof products === 'number') return exitCodes.done
  output.warn(
    `The products cannot be read with it: ${sanitize(products.message)}\nRun \`planogram doctor\`: it tells what this key can do.\n`,
  )
  return exitCodes.error
}

/** The number of products that the store has, or why they cannot be read. Throws `login-failed` where the store refuses the key. */
async function productsWith(
  key: string,
  { name, store, env }: Pick<Session, 'name' | 'store'> & Pick<Surroundings, 'env'>,
): Promise<number | OperationalError> {
  const client = openStore(settingsWithKey(key, store, { name, env }))
  try {
    return await client.count('Product')
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    if (error.context['status'] !== 401) return error
    throw new OperationalError(
      'login-failed',
      `${new URL(store.baseUrl).host} refuses the key that it has just issued (401); it was not kept.`,
    )
  } finally {
    await client.close()
  }
}
