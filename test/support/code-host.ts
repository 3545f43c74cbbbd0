import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A pull request as the stub of a code host has it. */
export interface HostedPull {
  readonly number: number
  head: string
  /** The commit of its merge; `null`: it is open. */
  merged: string | null
  /** The branch that it is merged into; default: `main`. */
  readonly target?: string
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
  /** Commits of the default branch, the oldest first. */
  readonly history: string[]
  /** Files of artifacts of GitLab, by `<job>/<path>`. */
  readonly artifacts: Map<string, string>
  /** Every request that was answered, as `METHOD path`. */
  readonly requests: string[]
  /** Answers each request with this status, until it is `null` again. */
  fail: number | null
  /** Answers each request with this text, until it is `null` again. */
  page: string | null
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
  /** The commits that are asked about. */
  readonly refs: readonly string[]
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
    history: [],
    artifacts: new Map(),
    requests: [],
    fail: null,
    page: null,
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
    if (host.page !== null) return { status: 200, json: host.page }
    if (!isKnown) return { status: 401, json: { message: 'Bad credentials' } }
    const page = Number(searchParams.get('page') ?? '1')
    const perPage = Number(searchParams.get('per_page') ?? '20')
    const refs = searchParams.getAll('refs[]')
    return route(host, {
      method,
      path: pathname,
      page,
      perPage,
      refs,
      body: body === '' ? '' : (JSON.parse(body) as { body: string }).body,
    })
  }
  return host
}

type Route = readonly [pattern: RegExp, answer: (host: CodeHost, request: Request, part: string) => Answer | null]

const notFound: Answer = { status: 404, json: { message: 'Not Found' } }

/** What is below the repository of GitHub or the project of GitLab. */
const routes: readonly Route[] = [
  [/^compare\/([0-9a-f]+\.\.\.[0-9a-f]+)$/, compare],
  [/^repository\/(merge_base)$/, mergeBase],
  [/^jobs\/(.+)$/, ({ artifacts }, _, part) => ({ status: 200, json: artifacts.get(part.replace('/artifacts/', '/')) ?? null })],
  [/^(?:repository\/)?commits\/([0-9a-f]+)\/(?:pulls|merge_requests)$/, pullsOf],
  [
    /^(?:issues|merge_requests)\/(\d+)\/(?:comments|notes)$/,
    (host, request, part) => (request.method === 'POST' ? create(host, request, Number(part)) : pageOf(host, request, Number(part))),
  ],
  [/^(?:pulls|merge_requests)\/(\d+)$/, pullAt],
  [/^(?:issues\/comments|merge_requests\/\d+\/notes)\/(\d+)$/, edit],
]

function route(host: CodeHost, request: Request): Answer {
  // The token of a job of GitHub is no user.
  if (request.path === '/user') return host.kind === 'gitlab' ? { status: 200, json: { id: ownName.length } } : { status: 403, json: {} }
  const rest = /^\/(?:repos\/acme\/shop|projects\/7)\/(.*)$/.exec(request.path)?.[1] ?? ''
  for (const [pattern, answer] of routes) {
    const part = pattern.exec(rest)?.[1]
    const found = part === undefined ? null : answer(host, request, part)
    if (found !== null && found.json !== null) return found
  }
  return notFound
}

function pullsOf({ kind, pulls }: CodeHost, _: Request, commit: string): Answer {
  const found = pulls.filter(({ merged, head }) => merged === commit || head === commit)
  return { status: 200, json: found.map((pull) => (kind === 'github' ? githubPull(pull) : gitlabRequest(pull))) }
}

/** As both hosts answer for two commits of different histories, and for one that they do not have. */
const nothingInCommon: Answer = { status: 404, json: { message: 'No common ancestor' } }

function compare({ history }: CodeHost, _: Request, range: string): Answer {
  const [from, to] = range.split('...').map((commit) => history.indexOf(commit))
  if (from === -1 || to === -1) return nothingInCommon
  const status = from === to ? 'identical' : (to ?? -1) > (from ?? -1) ? 'ahead' : 'behind'
  return { status: 200, json: { status } }
}

function mergeBase({ history }: CodeHost, { refs }: Request): Answer {
  if (!refs.every((commit) => history.includes(commit))) return nothingInCommon
  return { status: 200, json: { id: history.find((commit) => refs.includes(commit)) } }
}

function pullAt({ kind, pulls }: CodeHost, _: Request, number: string): Answer | null {
  const pull = pulls.find((each) => each.number === Number(number))
  return pull === undefined ? null : { status: 200, json: kind === 'github' ? githubPull(pull) : gitlabRequest(pull) }
}

function edit({ comments }: CodeHost, { method, body }: Request, id: string): Answer | null {
  const comment = comments.find((each) => each.id === Number(id))
  if (comment === undefined || (method !== 'PATCH' && method !== 'PUT')) return null
  comment.body = body
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

function gitlabRequest({ number, head, merged, target = 'main' }: HostedPull): unknown {
  return { iid: number, sha: head, target_branch: target, state: merged === null ? 'opened' : 'merged' }
}
