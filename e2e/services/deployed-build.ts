import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { buildFolder } from './ports.ts'

const texts = new Set(['.css', '.html', '.js', '.json', '.webmanifest', '.xml'])
/** Matches the end of a file name that contains a hash. */
const hashed = /([\w-]{8})\.(js|css|woff2|avif|png|jpg|webp|svg)\b/
const hashOf = (text: string, encoding: 'base64' | 'base64url') => createHash('sha256').update(text).digest(encoding)

/**
 * Creates a different build from the build of this run, as a deploy would. Its assets have new names, the head and
 * footer of every page contain `deploy …`, and its scripts record their deploy.
 * @param folder where the build is written
 */
export function writeSimulatedDeployBuild(folder: string, deploy: number): void {
  const record = JSON.parse(readFileSync(`${buildFolder}/build.json`, 'utf8'))
  const files = readdirSync(`${buildFolder}/web`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  // Each hash is replaced by a new one, which gives the file a new name. No two files share a hash.
  const hashes = new Map<string, string>()
  for (const name of readdirSync(`${buildFolder}/web/assets`)) {
    const [old, ending] = hashed.exec(name)?.slice(1) ?? []
    hashes.set(`${old}.${ending}`, `${hashOf(`${name} ${deploy}`, 'base64url').slice(0, 8)}.${ending}`)
  }
  const inDeploy = (text: string) =>
    text
      .replace(new RegExp(hashed, 'g'), (name) => hashes.get(name) ?? name)
      .replaceAll(record.version, `${record.version}-${deploy}`)
      .replaceAll(record.bundles, `${record.bundles}-${deploy}`)
      .replace(/((?:data-text=|"hash":)"[\w-]{8})"/g, `$1-${deploy}"`)

  const styles = new Set<string>()
  for (const file of files) {
    const target = join(folder, inDeploy(relative(buildFolder, file)))
    mkdirSync(dirname(target), { recursive: true })
    if (!texts.has(extname(file))) {
      cpSync(file, target)
      continue
    }
    let text = inDeploy(readFileSync(file, 'utf8'))
    if (file.includes('assets') && file.endsWith('.js')) text += `\n;(globalThis.deploys??={})[${deploy}]=1`
    if (file.endsWith('.html')) {
      text = text
        .replace('<meta charset="utf-8">', (charset) => `${charset}<meta name="deploy" content="${deploy}">`)
        .replace('</body>', `<p>deploy ${deploy}</p></body>`)
      for (const [, style = ''] of text.matchAll(/<style>([\s\S]*?)<\/style>/g))
        styles.add(`sha256-${hashOf(style, 'base64')}`)
    }
    writeFileSync(target, text)
  }
  symlinkSync(join(process.cwd(), buildFolder, 'private'), join(folder, 'private'))
  const version = `${record.version}-${deploy}`
  writeFileSync(
    join(folder, 'build.json'),
    JSON.stringify({ ...record, version, csp: { ...record.csp, styles: [...styles] } }),
  )
}
