import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** A message of the server about a place. */
export interface Diagnostic {
  readonly message: string
  readonly range: { readonly start: Position }
}

interface Position {
  readonly line: number
  readonly character: number
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: {
    readonly uri?: string
    readonly diagnostics?: readonly Diagnostic[]
    readonly items?: readonly { readonly section?: string }[]
  }
  readonly result?: unknown
}

/** The YAML language server that editors use, over stdio. Ended by `await using`. */
export class LanguageServer implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #answers = new Map<number, (result: unknown) => void>()
  readonly #diagnostics = new Map<string, (found: readonly Diagnostic[]) => void>()
  readonly #settings: unknown
  #rest = Buffer.alloc(0)
  #last = 0

  /** `settings`: the `yaml` section of the editor's settings. */
  static async start(folder: string, settings: unknown): Promise<LanguageServer> {
    const server = new LanguageServer(settings)
    const rootUri = pathToFileURL(folder).href
    const capabilities = { workspace: { configuration: true }, textDocument: { completion: { completionItem: { snippetSupport: true } } } }
    await server.ask('initialize', { processId: null, rootUri, capabilities, workspaceFolders: [{ uri: rootUri, name: 'shop' }] })
    server.#send({ method: 'initialized', params: {} })
    return server
  }

  private constructor(settings: unknown) {
    this.#settings = settings
    this.#child = spawn(process.execPath, [
      createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server'),
      '--stdio',
    ])
    this.#child.stdout.on('data', (chunk: Buffer) => this.#read(chunk))
  }

  /** Opens a document and waits for the diagnostics of the server. */
  open(path: string, text: string): Promise<readonly Diagnostic[]> {
    const uri = pathToFileURL(path).href
    const { promise, resolve } = Promise.withResolvers<readonly Diagnostic[]>()
    this.#diagnostics.set(uri, resolve)
    this.#send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'yaml', version: 1, text } } })
    return promise
  }

  /** The completions at a place. */
  async complete(path: string, position: Position): Promise<readonly string[]> {
    const result = await this.ask('textDocument/completion', { textDocument: { uri: pathToFileURL(path).href }, position })
    return (result as { items: { label: string }[] }).items.map(({ label }) => label)
  }

  /** The hover text of a place. */
  async hover(path: string, position: Position): Promise<string> {
    const result = await this.ask('textDocument/hover', { textDocument: { uri: pathToFileURL(path).href }, position })
    return (result as { contents: { value: string } } | null)?.contents.value ?? ''
  }

  ask(method: string, params: unknown): Promise<unknown> {
    this.#last += 1
    const { promise, resolve } = Promise.withResolvers<unknown>()
    this.#answers.set(this.#last, resolve)
    this.#send({ id: this.#last, method, params })
    return promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((done) => this.#child.once('close', done))
    await this.ask('shutdown', undefined)
    this.#send({ method: 'exit' })
    await closed
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  #read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const end = this.#rest.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/i.exec(this.#rest.subarray(0, Math.max(end, 0)).toString())?.[1])
      if (end < 0 || this.#rest.length < end + 4 + length) return
      const body = this.#rest.subarray(end + 4, end + 4 + length).toString('utf8')
      this.#rest = this.#rest.subarray(end + 4 + length)
      this.#take(JSON.parse(body) as Message)
    }
  }

  #take(message: Message): void {
    const { id, method, params, result } = message
    if (method === undefined) this.#answers.get(id ?? 0)?.(result)
    else if (method === 'textDocument/publishDiagnostics') this.#diagnostics.get(params?.uri ?? '')?.(params?.diagnostics ?? [])
    else if (id !== undefined) this.#send({ id, result: this.#settingsFor(message) })
  }

  /** The server requests its settings; its other requests need no response. */
  #settingsFor({ method, params }: Message): unknown {
    if (method !== 'workspace/configuration') return null
    return params?.items?.map(({ section }) => (section === 'yaml' ? this.#settings : {}))
  }
}
