import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A pull request as the stub of a code host has it. */
export interface HostedPull {
  readonly number: number
  head: string
  /** The commit of its merge; `null`: it is open. */
  merged: string | null
}

/** A comment of the stub, with the name of its author. */
export interface HostedComment {
  readonly id: number
  readonly pull: number
  readonly author: string
  body: string
  /** How often it was edited. */
  edits: number
}

/** A small HTTP server with the requests of GitHub and GitLab that comments of pull requests need. */
export interface CodeHost extends AsyncDisposable {
  readonly kind: 'github' | 'gitlab'
  readonly url: string
  readonly pulls: HostedPull[]
  readonly comments: HostedComment[]
  /** Files of artifacts of GitLab, by `<job>/<path>`. */
  readonly artifacts: Map<string, string>
  /** Every request that was answered, as `METHOD path`. */
  readonly requests: string[]
  /** Answers each request with this status, until it is `null` again. */
  fail: number | null
}

/** Who writes comments with the token. */
const ownName = 'github-actions[bot]'

/** The token that the stub accepts. */
export const hostToken = 'token-of-the-job'

interface Request {
  readonly method: string
  readonly path: string
  readonly page: number
  readonly perPage: number
  readonly body: string
}

interface Answer {
  readonly status: number
  readonly json: unknown
}

/** Starts it on a free port of 127.0.0.1. */
export async function startCodeHost(kind: CodeHost['kind'] = 'github'): Promise<CodeHost> {
  const server = createServer((request, response) => {
    void answer(request).then(({ status, json }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof json === 'string' ? json : JSON.stringify(json))
    })
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  const host: CodeHost = {
    kind,
    url: `http://127.0.0.1:${port}`,
    pulls: [],
    comments: [],
    artifacts: new Map(),
    requests: [],
    fail: null,
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }

  async function answer(incoming: IncomingMessage): Promise<Answer> {
    let body = ''
    for await (const chunk of incoming) body += String(chunk)
    const { pathname, searchParams } = new URL(incoming.url ?? '', host.url)
    const method = incoming.method ?? 'GET'
    host.requests.push(`${method} ${pathname}`)
    const isKnown =
      incoming.headers.authorization === `Bearer ${hostToken}` ||
      [incoming.headers['private-token'], incoming.headers['job-token']].includes(hostToken)
    if (host.fail !== null) return { status: host.fail, json: { message: 'Out of order' } }
    if (!isKnown) return { status: 401, json: { message: 'Bad credentials' } }
    const page = Number(searchParams.get('page') ?? '1')
    const perPage = Number(searchParams.get('per_page') ?? '20')
    return route(host, { method, path: pathname, page, perPage, body: body === '' ? '' : (JSON.parse(body) as { body: string }).body })
  }
  return host
}

function route(host: CodeHost, request: Request): Answer {
  const { method, path } = request
  const github = /^\/repos\/acme\/shop\/(.*)$/.exec(path)?.[1]
  const gitlab = /^\/projects\/7\/(.*)$/.exec(path)?.[1]
  // The token of a job of GitHub is no user.
  if (path === '/user') return host.kind === 'gitlab' ? { status: 200, json: { id: ownName.length } } : { status: 403, json: {} }
  const rest = github ?? gitlab ?? ''
  const artifact = host.artifacts.get(/^jobs\/(\d+)\/artifacts\/(.+)$/.exec(rest)?.slice(1).join('/') ?? '')
  if (artifact !== undefined) return { status: 200, json: artifact }
  const merged = /^(?:repository\/)?commits\/([0-9a-f]+)\/(?:pulls|merge_requests)$/.exec(rest)?.[1]
  if (merged !== undefined) {
    const found = host.pulls.filter((pull) => pull.merged === merged || pull.head === merged)
    return { status: 200, json: found.map((pull) => (gitlab === undefined ? githubPull(pull) : gitlabRequest(pull))) }
  }
  const list = /^(?:issues|merge_requests)\/(\d+)\/(?:comments|notes)$/.exec(rest)?.[1]
  if (list !== undefined) return method === 'POST' ? create(host, request, Number(list)) : pageOf(host, request, Number(list))
  const one = /^(?:issues\/comments|merge_requests\/\d+\/notes)\/(\d+)$/.exec(rest)?.[1]
  const comment = host.comments.find(({ id }) => id === Number(one))
  if (comment === undefined || (method !== 'PATCH' && method !== 'PUT')) return { status: 404, json: { message: 'Not Found' } }
  comment.body = request.body
  comment.edits += 1
  return { status: 200, json: {} }
}

function create(host: CodeHost, { body }: Request, pull: number): Answer {
  host.comments.push({ id: host.comments.length + 1, pull, author: ownName, body, edits: 0 })
  return { status: 201, json: {} }
}

function pageOf(host: CodeHost, { page, perPage }: Request, pull: number): Answer {
  const own = host.comments.filter((comment) => comment.pull === pull).slice((page - 1) * perPage, page * perPage)
  return { status: 200, json: own.map(({ id, author, body }) => ({ id, body, user: { login: author }, author: { id: author.length } })) }
}

function githubPull({ number, head, merged }: HostedPull): unknown {
  return { number, head: { sha: head }, merge_commit_sha: merged, merged_at: merged === null ? null : '2026-11-22T12:00:00Z' }
}

function gitlabRequest({ number, head, merged }: HostedPull): unknown {
  return { iid: number, sha: head, state: merged === null ? 'opened' : 'merged' }
}
