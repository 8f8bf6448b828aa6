import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'

/** A project with the real `setup.mjs`, where all packages are installed and both programs only print. */
const project = mkdtempSync(path.join(tmpdir(), 'setup-'))
afterAll(() => rmSync(project, { recursive: true }))
for (const folder of ['scripts', 'dist/server', 'node_modules'])
  mkdirSync(path.join(project, folder), { recursive: true })
const modules = ['scripts/setup.mjs', 'scripts/closed-output.mjs', 'scripts/sources-folder.mjs']
for (const file of [...modules, '.node-version', 'package-lock.json']) cpSync(file, path.join(project, file))
const write = (file: string, text: string) => writeFileSync(path.join(project, file), text)
write('package.json', '{ "type": "module" }')
write('node_modules/.installed', createHash('sha256').update(readFileSync('package-lock.json')).digest('hex'))
write(
  'scripts/start.ts',
  "console.log('prepared by', process.ppid)\nprocess.exitCode = process.argv.includes('--fail') ? 3 : 0",
)
write(
  'dist/server/main.cjs',
  `const { NODE_ENV, HOST, PORT, SOURCES_DIR } = process.env
  // The test sends the signal after the line.
  process.on('SIGTERM', () => process.exit(7))
  console.log(JSON.stringify({ parent: process.ppid, flags: process.execArgv, NODE_ENV, HOST, PORT, SOURCES_DIR }))
  setInterval(() => {}, 1000)`,
)

const { NODE_OPTIONS: _, VITEST: __, SOURCES_DIR: ___, ...environment } = process.env

test.each([
  ['', project],
  ['SOURCES_DIR=\n', project],
  ['SOURCES_DIR=/srv/sources\n', '/srv/sources'],
])(
  'npm start runs the server in a process of its own, with the variables of .env (%j) and a small heap',
  async (line, sources) => {
    write('.env', `PORT=4000\nHOST=10.0.0.5\n${line}`)
    const child = spawn(process.execPath, ['scripts/setup.mjs', 'scripts/start.ts'], {
      cwd: project,
      env: { ...environment, HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    let output = ''
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      output += chunk
      if (output.includes('}\n')) break
    }
    const [prepared, server = ''] = output.split('\n')
    expect(prepared).toBe(`prepared by ${child.pid}`)
    expect(JSON.parse(server)).toEqual({
      parent: child.pid,
      flags: expect.arrayContaining(['--max-semi-space-size=4']),
      ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '4000', SOURCES_DIR: sources },
    })
    child.kill('SIGTERM')
    expect(await exited).toEqual([7, null])
  },
)

test('npm start starts no server when the preparation fails', () => {
  const start = () =>
    execFileSync(process.execPath, ['scripts/setup.mjs', 'scripts/start.ts', '--fail'], {
      cwd: project,
      env: environment,
      encoding: 'utf8',
      timeout: 20_000,
    })
  expect(start).toThrow(expect.objectContaining({ status: 3, stdout: expect.stringMatching(/^prepared by \d+\n$/) }))
})

test('a command says which user cannot read .env, and what to do', () => {
  const file = path.join(project, '.env')
  write('.env', 'PORT=4000\n')
  chmodSync(file, 0)
  onTestFinished(() => chmodSync(file, 0o600))
  chmodSync(project, 0o755)
  // Root may read every file, so as root the command runs as another user.
  write('other-user.mjs', 'if (process.getuid() === 0) process.setuid(65534)')
  const setup = ['--import', './other-user.mjs', 'scripts/setup.mjs', 'scripts/start.ts', '--fail']
  const { status, stdout, stderr } = spawnSync(process.execPath, setup, {
    cwd: project,
    env: environment,
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^This user \(\S+\) may not read \S+\.env\. Run the command as the user of the site: sudo -u /)
})

test.each(['deploy/Dockerfile', 'bench/serve.ts'])(
  '%s starts the server with the flag of Node that keeps its memory small under load',
  (file) => {
    expect(readFileSync(file, 'utf8').match(/['"]--[a-z-]+=\d+['"]/g)).toEqual([
      expect.stringMatching(/^['"]--max-semi-space-size=4['"]$/),
    ])
  },
)

test('on Windows, an argument with spaces and special characters reaches a script unchanged', () => {
  write('scripts/print.ts', 'console.log(JSON.stringify(process.argv.slice(2)))')
  // Makes the process believe that it runs on Windows. It finds no Windows shell (cmd.exe) here, so a command that
  // needs a shell fails.
  write('windows.mjs', "Object.defineProperty(process, 'platform', { value: 'win32' })")
  const given = ['--name', 'Le Fournil & Söhne', '"quoted"']
  const setup = ['--import', './windows.mjs', 'scripts/setup.mjs', 'scripts/print.ts', ...given]
  const printed = execFileSync(process.execPath, setup, { cwd: project, env: environment, encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual(given)
})
