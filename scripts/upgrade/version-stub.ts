/**
 * The files of a fake version of the site. Its build writes the text of `version.txt` into dist/build.json, and the
 * names of the pages into dist/pages.
 */
export const fakeVersionFiles = {
  '.gitignore': 'node_modules/\ndist/\n.upgrade/\nserved.json\n',
  'scripts/setup.mjs': `import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
mkdirSync('node_modules', { recursive: true })
const lock = 'package-lock.json'
if (existsSync(lock) && (!existsSync('node_modules/.installed') || readFileSync('node_modules/.installed', 'utf8') !== readFileSync(lock, 'utf8'))) {
  rmSync('node_modules', { recursive: true })
  mkdirSync('node_modules')
  writeFileSync('node_modules/fetched', '')
  writeFileSync('node_modules/.installed', readFileSync(lock))
}
rmSync('node_modules/version', { force: true })
writeFileSync('node_modules/version', readFileSync('version.txt'))
process.argv.splice(1, 1)
await import(process.cwd() + '/' + process.argv[1])
`,
  'scripts/build.ts': `import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
if (existsSync('broken')) process.exit(1)
const version = readFileSync('version.txt', 'utf8')
mkdirSync('dist/web/assets', { recursive: true })
writeFileSync('dist/web/assets/' + version + '.js', '')
writeFileSync('dist/pages', readdirSync('content').sort().join(' '))
writeFileSync('dist/build.json', JSON.stringify({ version, own: ['web/assets/' + version + '.js'] }))
`,
  'server/run-command.ts': `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const folder = process.argv.at(-1)
if (folder === 'check') process.exit(process.env.DATA_DIR === 'read-only' ? 1 : 0)
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/version', readFileSync('version.txt'))
`,
  'site.config.ts': 'of the author',
  'content/home.mdx': 'of the author',
  'content/about.mdx': 'of the author',
  'version.txt': '1',
  'package.json': '{"version":"1.0.0","type":"module"}',
  'CHANGELOG.md': '# Changelog\n\n## 1.0.0\n\n### For operators\n\n- Old news.\n',
}
