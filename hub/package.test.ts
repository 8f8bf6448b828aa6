import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createApiReference } from './build-api.ts'
import { defaultLimits } from './limits.ts'
import { extractExamples } from './testing/document-examples.ts'
import { findFreePort } from './testing/server-program.ts'

const here = import.meta.dirname
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const readExample = (file: string) => readFileSync(join(here, 'examples', file), 'utf8')
/** A folder outside the repository, so that its programs find only the packages that are installed there. */
const app = mkdtempSync(join(tmpdir(), 'hub-package-'))
const built = join(app, 'built')
const tarball = () => readdirSync(app).find((file) => file.endsWith('.tgz')) ?? ''
/** The packages that the examples and their types need, besides the hub. */
const others = [
  '@hono/node-server',
  '@microsoft/signalr',
  '@microsoft/signalr-protocol-msgpack',
  '@opentelemetry/api',
  '@types/express',
  '@types/node',
  '@types/pg',
  'express',
  'fastify',
  'hono',
  'ioredis',
  'jose',
  'pg',
  'zod',
]
const pages = ['README.md', ...readdirSync(join(here, 'docs')).map((file) => `docs/${file}`)]
  .filter((file) => basename(file) !== 'api.md')
  .map((file) => ({ file, text: readFileSync(join(here, file), 'utf8') }))
const exampleFiles = readdirSync(join(here, 'examples'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  extname(file),
)
/** The code blocks of the documents, without the blocks that are copies of files in examples/. */
const blocks = pages
  .flatMap(({ file, text }) => extractExamples(basename(file, '.md'), text))
  .filter(({ code }) => !exampleFiles.some((file) => readExample(file) === code))
/** A script that makes a server listen on a free port, and sends the number of this port to the test. */
const listenAnywhere = `
  const { Server } = require('node:net')
  const { listen } = Server.prototype
  Server.prototype.listen = function (...args) {
    this.once('listening', () => process.send(this.address().port))
    const callback = args.findLast((arg) => typeof arg === 'function')
    return listen.call(this, { port: 0, host: '127.0.0.1' }, callback)
  }`

beforeAll(() => {
  execFileSync(process.execPath, [join(here, 'build.ts'), built])
  execFileSync('npm', ['pack', '--silent', '--pack-destination', app], { cwd: built })
  const dependencies = Object.fromEntries(
    others.map((name) => [name, readJson(join(here, '../node_modules', name, 'package.json')).version]),
  )
  writeFileSync(
    join(app, 'package.json'),
    JSON.stringify({ type: 'module', dependencies: { ...dependencies, '@hobohat/hub': `file:${tarball()}` } }),
  )
  // Throws the error of npm when the cache of npm lacks a package and the registry cannot be reached.
  execFileSync('npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: app })
  // Leaves out the NATS example, because the types of NATS do not pass a strict check.
  cpSync(join(here, 'examples'), app, { recursive: true, filter: (file) => !file.includes('nats-backplane') })
  for (const { name, code } of blocks) writeFileSync(join(app, `${name}.ts`), `${code}export {}\n`)
  writeFileSync(join(app, 'listen-anywhere.cjs'), listenAnywhere)
}, 180_000)
afterAll(() => rmSync(app, { recursive: true, force: true }))

it('the documents contain or link every example, and the first example of the README has at most ten lines of code', () => {
  const text = pages.map((page) => page.text).join('\n')
  for (const file of exampleFiles) {
    const isLinked = text.includes(`../examples/${file.replace('.test', '')}`)
    if (!isLinked) expect(text).toContain(`\n${readExample(file)}\`\`\``)
  }
  expect(text).toContain(`\`\`\`ts\n${readExample('chat.ts')}\`\`\``)
  const lines = readExample('chat.ts').split('\n')
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10)
})

it('the file api.md has exactly the text that `npm run docs` writes', () => {
  expect(readFileSync(join(here, 'docs', 'api.md'), 'utf8')).toBe(createApiReference(built))
})

it('the page options.md of the documents lists each limit with its default', () => {
  const page = readFileSync(join(here, 'docs', 'options.md'), 'utf8')
  const written = (value: number) => {
    if (value === Number.POSITIVE_INFINITY) return 'no limit'
    if (value % 1024 ** 2 === 0) return `${value / 1024 ** 2} MB`
    return value % 1024 === 0 ? `${value / 1024} KB` : value.toLocaleString('en')
  }
  for (const [limit, value] of Object.entries(defaultLimits)) {
    const row = page.split('\n').find((line) => line.startsWith('| `') && line.split('|')[1]?.includes(`\`${limit}\``))
    expect([limit, row?.split('|')[2]?.trim()]).toEqual([limit, written(value)])
  }
})

it('the page errors.md of the documents contains every error message of the package', () => {
  const page = readFileSync(join(here, 'docs', 'errors.md'), 'utf8')
  const sources = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const sentences = sources
    .filter((file) => !file.includes('backplane-tests'))
    .flatMap((file) => sentencesIn(readFileSync(join(built, file), 'utf8')))
  expect(sentences.length).toBeGreaterThan(80)
  const escaped = (text: string) => text.replace(/[^\w\s]/g, '\\$&')
  const patternOf = (sentence: string) =>
    new RegExp(
      sentence
        .split(/\$\{.*?\}+/)
        .map(escaped)
        .join('.*'),
    )
  expect(sentences.filter((sentence) => !patternOf(sentence).test(page))).toEqual([])
})

/** Returns the texts in a script that begin with a word and a space, or that end with a full stop. */
function sentencesIn(script: string): string[] {
  const code = script.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')
  const texts = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)
  return [...texts]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .filter((text) => /^[A-Z][a-z]* |^(?:[A-Z]|'\$).* .*\.$/.test(text))
}

it('the README links every page of the documents', () => {
  for (const file of readdirSync(join(here, 'docs'))) expect(pages[0]?.text).toContain(`](docs/${file})`)
})

it('the published package has its documents and its dependencies, and publint finds no problem in it', async () => {
  expect(readdirSync(built)).toEqual(
    expect.arrayContaining(['CHANGELOG.md', 'docs', 'hub.d.ts', 'LICENSE', 'README.md']),
  )
  const { dependencies, exports } = readJson(join(built, 'package.json'))
  expect(Object.keys(dependencies).sort()).toEqual(['@msgpack/msgpack', 'ws'])
  expect(exports).toEqual({
    '.': { types: './hub.d.ts', default: './hub.js' },
    './client': { types: './client.d.ts', default: './client.js' },
    './backplane-tests': { types: './backplanes/backplane-tests.d.ts', default: './backplanes/backplane-tests.js' },
  })
  expect((await publint({ pkgDir: built, pack: false, strict: true })).messages).toEqual([])
})

it('npm refuses to pack the sources, and says which commands pack the build', () => {
  const { status, stderr } = spawnSync('npm', ['pack', '--dry-run'], { cwd: here, encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('This folder has only the sources. Pack the build: npm run build && npm pack ./dist\n')
})

it('the types of the published package resolve in every mode of TypeScript that knows ECMAScript modules', async () => {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(join(app, tarball()))))
  const problems = result.types ? result.problems : ['no types']
  // The mode node10 does not support `exports`. The mode node16 does not know that Node 22 can require ECMAScript
  // modules.
  expect(problems).toEqual([
    { kind: 'NoResolution', entrypoint: '.', resolutionKind: 'node10' },
    { kind: 'CJSResolvesToESM', entrypoint: '.', resolutionKind: 'node16-cjs' },
    { kind: 'CJSResolvesToESM', entrypoint: './client', resolutionKind: 'node16-cjs' },
    { kind: 'NoResolution', entrypoint: './backplane-tests', resolutionKind: 'node10' },
    { kind: 'CJSResolvesToESM', entrypoint: './backplane-tests', resolutionKind: 'node16-cjs' },
  ])
})

it('the examples and all code blocks of the documents compile against the published package', () => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: 'nodenext',
    target: 'es2024',
    types: ['node'],
    noEmit: true,
    // Checks that the package exports every type that occurs in the type of a hub.
    declaration: true,
    allowImportingTsExtensions: true,
  }
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'start/*.ts'] }))
  // The compiler prints its errors to its standard output.
  const compile = () => spawnSync('tsc', ['-p', app], { cwd: app, encoding: 'utf8' }).stdout
  expect(compile()).toBe('')
  const compileWith = (file: string, right: string, wrong: string) => {
    const path = join(app, file)
    const code = readFileSync(path, 'utf8')
    writeFileSync(path, code.replace(right, wrong))
    const errors = compile()
    writeFileSync(path, code)
    return errors
  }
  expect(compileWith('client.ts', "'Hello'", '1')).toContain("'number' is not assignable to parameter of type 'string'")
  expect(compileWith('methods-1.ts', "invoke('add'", "invoke('sum'")).toContain(
    `'"sum"' is not assignable to parameter of type '"add" | "rename"'`,
  )
  expect(compileWith('requests-2.ts', "'guest'", '1')).toContain("'number' is not assignable to type 'string'")
})

/** Runs an example until the end of the test. The example is a server. */
async function startExampleProcess(file: string): Promise<{ server: ChildProcess; port: number }> {
  const program = ['--require', join(app, 'listen-anywhere.cjs'), join(app, file)]
  const server = spawn(process.execPath, program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(server, 'exit').then(([code]) => Promise.reject(new Error(`The example ended with ${code}.`)))
  onTestFinished(async () => {
    server.kill()
    await ended.catch(() => {})
  })
  const [port] = await Promise.race([once(server, 'message'), ended])
  return { server, port }
}

/** Runs an example as `startExampleProcess` does. Returns the origin of its server. */
const startExample = async (file: string): Promise<string> =>
  `http://127.0.0.1:${(await startExampleProcess(file)).port}`

/**
 * Calls the method `say` of the chat of an example. Returns the arguments with which the server then calls the client's
 * method `said`.
 */
async function chatWith(origin: string, ...args: string[]): Promise<unknown[]> {
  const connection = new HubConnectionBuilder().withUrl(`${origin}/chat`).configureLogging(LogLevel.None).build()
  const said = new Promise<unknown[]>((resolve) => connection.on('said', (...args) => resolve(args)))
  await connection.start()
  await connection.invoke('say', ...args)
  await said
  await connection.stop()
  return said
}

it.each(['chat.ts', 'express.ts', 'fastify.ts', 'hono.ts', 'filters.ts', 'commonjs.cjs'])(
  'the example %s runs with the published package and serves the official client beside its pages',
  async (file) => {
    const origin = await startExample(file)
    expect(await chatWith(origin, 'Hello')).toEqual(['Hello'])
    const page = await fetch(origin)
    expect(file === 'chat.ts' ? page.status : await page.text()).toBe(file === 'chat.ts' ? 404 : 'The page')
  },
)

it('the getting-started example serves its page and the client script, and its chat works', async () => {
  const origin = await startExample('start/server.ts')
  expect(await (await fetch(origin)).text()).toBe(readExample('start/index.html'))
  expect(await (await fetch(`${origin}/signalr.js`)).text()).toContain('HubConnectionBuilder')
  expect(await chatWith(origin, 'Ann', 'Hello')).toEqual(['Ann', 'Hello'])
})

it.each(blocks.filter(({ code, output }) => code.includes('listen(3000)') && output === undefined))(
  'the server in the code block $name runs: its hub accepts a negotiate request, or refuses it with 401',
  async ({ name }) => {
    const answer = await fetch(`${await startExample(`${name}.ts`)}/chat/negotiate`, { method: 'POST' })
    expect([200, 401]).toContain(answer.status)
  },
)

it.each(blocks.filter(({ output }) => output !== undefined))(
  'the program in the code block $name prints the output that its page shows',
  async ({ name, code, output }) => {
    writeFileSync(join(app, `${name}.ts`), code.replaceAll('3000', String(await findFreePort())))
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(app, `${name}.ts`)])
    expect([stdout, stderr]).toEqual([output, ''])
  },
)

it('the program that handles SIGTERM in the documents ends although a client keeps a connection without a request', async () => {
  const { code = '' } = blocks.find((block) => block.code.includes('SIGTERM')) ?? {}
  writeFileSync(join(app, 'stopping.ts'), code.replace('setTimeout(10_000)', 'setTimeout(100)'))
  const { server, port } = await startExampleProcess('stopping.ts')
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const stopped = once(server, 'exit')
  server.kill()
  expect(await stopped).toEqual([0, null])
})
