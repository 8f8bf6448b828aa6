import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { contentFolder } from '../build/site.ts'

/** The folder of the Astro site, outside the repository. Later runs reuse the packages in it. */
const folder = path.join(tmpdir(), 'site-bench-astro')
const versions = { astro: '^7.3.5' }

const style = `
:root { --accent: #2337ff; --line: #e5e9f0; color-scheme: light }
* { box-sizing: border-box }
html { font: 18px/1.7 system-ui, sans-serif; color: #1f2430; background: #fff }
body { margin: 0; overflow-wrap: break-word }
a { color: var(--accent) }
header { border-bottom: 1px solid var(--line) }
nav { display: flex; gap: 1.5rem; max-width: 960px; margin: auto; padding: 1rem }
main { width: 720px; max-width: calc(100% - 2em); margin: auto; padding: 3em 0 }
h1, h2, h3 { line-height: 1.2; margin: 1.6em 0 .5em }
pre { padding: 1.2em; border-radius: 8px; overflow: auto; font-size: .82rem; line-height: 1.5 }
`

const layout = `---
import '../style.css'
const { frontmatter } = Astro.props
---
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <title>{frontmatter.title}</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <header><nav><a href="/">Quiet site</a><a href="/">Articles</a><a href="/">About</a></nav></header>
    <main><article><h1>{frontmatter.title}</h1><slot /></article></main>
    <footer>Quiet site</footer>
  </body>
</html>
`

/** Returns the files in content/ that an article imports in one form, such as "?picture", by the imports' names. */
const listImports = (source: string, form: string): Map<string, string> =>
  new Map(
    [...source.matchAll(/^import (\w+) from '(.+?)(\?\w+)'$/gm)].flatMap(([, name = '', file = '', suffix]) =>
      suffix === form ? [[name, file]] : [],
    ),
  )

/**
 * Returns an article as plain Markdown: its text without imports and component tags. The files that `CodeFile` shows
 * become code blocks, and pictures stay pictures.
 * @param source the text of the MDX file
 */
function toMarkdown(source: string): string {
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, '')
  const files = listImports(source, '?url')
  const pictures = listImports(source, '?picture')
  return body
    .replace(/^import .*\n/gm, '')
    .replace(/<[A-Z]\w*\s+src=\{(\w+)\}\s+alt="([^"]*)"[^>]*>/g, (tag, name: string, alt: string) => {
      const picture = pictures.get(name)
      return picture ? `![${alt}](./${picture})` : tag
    })
    .replace(/<CodeFile src=\{(\w+)\}.*? language="(\w+)" \/>/g, (_, name: string, language: string) => {
      const code = readFileSync(path.join(contentFolder, files.get(name) ?? ''), 'utf8')
      return `\`\`\`${language}\n${code}\n\`\`\``
    })
    .replace(/<\/?[A-Z][^>]*>/g, '')
}

/**
 * Builds an article as an Astro page without scripts. The first run installs Astro.
 * @param file the MDX file of the article, in content/
 * @returns the folder with the built site, whose home page is the article
 */
export function buildArticleWithAstro(file: string): string {
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const source = readFileSync(path.join(contentFolder, file), 'utf8')
  for (const picture of listImports(source, '?picture').values()) {
    cpSync(path.join(contentFolder, picture), path.join(folder, 'src/pages', picture))
  }
  const title = /^title: (.*)$/m.exec(source)?.[1] ?? ''
  write('package.json', JSON.stringify({ private: true, type: 'module', dependencies: versions }))
  write('src/style.css', style)
  write('src/layouts/page.astro', layout)
  write('src/pages/index.md', `---\nlayout: ../layouts/page.astro\ntitle: ${title}\n---\n${toMarkdown(source)}`)
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    })
  run('npm', 'install', '--no-audit', '--no-fund', '--loglevel=error')
  run('npx', 'astro', 'build')
  const dist = path.join(folder, 'dist')
  for (const name of globSync('**/*.{html,svg}', { cwd: dist })) {
    const file = path.join(dist, name)
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
  }
  return dist
}

/**
 * Returns the article of the Astro site as one HTML file with inline styles: the smallest page that shows this article.
 */
export function readAstroArticleWithInlineStyles(dist: string): string {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
  return html.replace(/<link rel="stylesheet"[^>]*>/, `<style>${style.replaceAll('\n', '')}</style>`)
}
