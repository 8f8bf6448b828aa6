/**
 * `npm run mutants`: applies the mutants of the specification (scripts/mutants/) one after the other in a copy of the
 * site. For each mutant, runs the tests that must detect it, and fails when these tests pass.
 *
 *   npm run mutants             all
 *   npm run mutants -- S9.02    only those whose row, description or file contains this text
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mutants } from './mutants/all.ts'
import { readTestResults } from './testing/results.ts'

/** The number of copies of the site. Each copy runs the tests of one mutant at a time. */
const COPIES = 2

type Mutant = (typeof mutants)[number]

const root = process.cwd()
const nameOf = ({ row, change }: Mutant) => `${row} ${change}`

/** Copies the working tree and links its packages. @returns the folder of the copy */
function copySite(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-mutants-'))
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of list.split('\0').filter(Boolean)) cpSync(file, path.join(folder, file), { recursive: true })
  const packages = path.join(folder, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync('node_modules')) {
    if (name !== '@hobohat') symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name))
  }
  // The package of the hub is a relative link to its folder. In the copy, the unchanged link refers to the folder of
  // the copy.
  cpSync('node_modules/@hobohat', path.join(packages, '@hobohat'), { recursive: true, verbatimSymlinks: true })
  return folder
}

const children = new Set<ChildProcess>()

/** Runs test files in a copy of the site. @returns the titles of failed tests; null when no test could run */
async function failuresOf(folder: string, tests: string[]): Promise<string[] | null> {
  const report = path.join(folder, 'test-results')
  rmSync(report, { recursive: true, force: true })
  const settings = ['--project', '!postgres', '--maxWorkers=1', '--testTimeout=20000']
  const child = spawn('vitest', ['run', ...tests, ...settings], { cwd: folder, stdio: 'ignore' })
  children.add(child)
  await new Promise((resolve) => child.on('close', resolve))
  children.delete(child)
  const results = readTestResults(report)
  return results.length > 0 ? results.filter(({ passed }) => !passed).map(({ title }) => title) : null
}

/** Applies a mutant, runs its tests and reverts it. @returns whether a test has failed, with a message */
async function tryMutant(
  folder: string,
  { file, find, replace, tests }: Mutant,
): Promise<{ killed: boolean; by: string }> {
  const place = path.join(folder, file)
  const source = readFileSync(place, 'utf8')
  if (source.split(find).length !== 2) return { killed: false, by: `${file} does not have its text exactly once` }
  writeFileSync(
    place,
    source.replace(find, () => replace),
  )
  try {
    const failures = await failuresOf(folder, tests)
    if (!failures) return { killed: false, by: 'the tests cannot be run with it' }
    return { killed: failures.length > 0, by: failures[0] ?? tests.join(', ') }
  } finally {
    writeFileSync(place, source)
  }
}

const [filter = ''] = process.argv.slice(2)
const chosen = mutants.filter((mutant) => `${nameOf(mutant)} ${mutant.file}`.includes(filter))
const begun = Date.now()
const folders = Array.from({ length: COPIES }, copySite)
process.on('exit', () => {
  for (const child of children) child.kill()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

// The tests first run without a mutant, because a test that fails without a mutant proves nothing.
const red = await failuresOf(folders[0] ?? '', [...new Set(chosen.flatMap(({ tests }) => tests))])
if (red === null || red.length > 0) {
  console.error(`These tests fail without any mutant: ${red?.join('; ') ?? 'all'}`)
  process.exit(1)
}

const queue = [...chosen]
const survivors: string[] = []
await Promise.all(
  folders.map(async (folder) => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const { killed, by } = await tryMutant(folder, mutant)
      if (!killed) survivors.push(nameOf(mutant))
      console.log(`${killed ? 'killed  ' : 'SURVIVED'} ${nameOf(mutant)}\n           ${by}`)
    }
  }),
)
const seconds = Math.round((Date.now() - begun) / 1000)
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} mutants killed in ${seconds} s.`)
for (const name of survivors) console.log(`Survived: ${name}`)
process.exitCode = survivors.length > 0 || chosen.length === 0 ? 1 : 0
