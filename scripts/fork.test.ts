import { spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createForkEnvironment, createForkedSite } from '../build/testing/fork.ts'

const fork = createForkedSite()
afterAll(() => rmSync(fork, { recursive: true }))

const types = 'node_modules/.cache/types'

/**
 * Copies the compiler's results of the project into the fork, so that the compiler checks only changed files. A full
 * check takes ten times as long. The paths to the packages are adapted, because the fork is in another folder.
 */
function bringTypes() {
  if (!existsSync(types)) return
  cpSync(types, path.join(fork, types), { recursive: true })
  const isPackage = (file: string) => !path.relative('node_modules', file).startsWith('.')
  for (const file of globSync(`${types}/**/*.tsbuildinfo`)) {
    const [from, to] = [path.dirname(file), path.join(fork, path.dirname(file))]
    const known = readFileSync(file, 'utf8').replace(/"(\.\.\/[^"]*)"/g, (whole, name) => {
      const target = path.join(from, name)
      return isPackage(target) ? JSON.stringify(path.relative(to, target)) : whole
    })
    writeFileSync(path.join(fork, file), known)
    // Makes the file older than every source. Otherwise the compiler would treat all sources as unchanged.
    utimesSync(path.join(fork, file), 0, 0)
  }
}
bringTypes()

/** Runs a package's program in the fork, as `npm test` does. @returns the output if it fails, else an empty text */
async function failureOf(program: string, ...args: string[]): Promise<string> {
  const child = spawn(path.resolve('node_modules/.bin', program), args, {
    cwd: fork,
    env: createForkEnvironment(),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return code === 0 ? '' : output
}

test('a fork with another name, other groups and other pages passes the checks of npm test', async () => {
  const unit = ['scripts/mutants.test.ts', 'scripts/directions.test.ts', 'build/head.test.ts', 'build/menu.test.ts']
  const failures = await Promise.all([
    failureOf('tsc', '-b'),
    failureOf('biome', 'check', '--error-on-warnings', 'content', 'site.config.ts'),
    failureOf('knip'),
    failureOf('vitest', 'run', 'build/every-page.test.ts', ...unit, '--maxWorkers=1'),
  ])
  expect(failures).toEqual(['', '', '', ''])
}, 180_000)

test('“npm run new” is refused while changes are not committed; with --force, a second run keeps the pages of the site', async () => {
  const again = ['scripts/new.ts', '--name', 'Dreirad', '--yes']
  expect(await failureOf(process.execPath, ...again)).toContain('changes that are not committed')
  const pages = () => globSync('content/**', { cwd: fork }).sort()
  const before = [pages(), readFileSync(path.join(fork, 'content/home.mdx'), 'utf8')]
  expect(await failureOf(process.execPath, ...again, '--force')).toBe('')
  expect([pages(), readFileSync(path.join(fork, 'content/home.mdx'), 'utf8')]).toEqual(before)
  expect(readFileSync(path.join(fork, 'site.config.ts'), 'utf8')).toContain("name: 'Dreirad'")
}, 180_000)
