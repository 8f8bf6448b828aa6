import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildContentSecurityPolicy, type InlineHashes, stripeOrigins } from '../../contract/content-policy.ts'

/** What the app takes along of the build; all else (feeds, other pages, compressed forms) is for browsers. */
const taken = ['assets', 'favicon.svg', 'favicon.ico', 'search-index.json']

interface WebFolder {
  /** The build, dist/. */
  from: string
  to: string
  /** Where the site is. */
  origin: string
  /** Whether the app has been set up for push; without, to ask for a token would end the app. */
  push: boolean
}

/** Writes the files that the app holds, and shows as its pages. */
export function writeWebFolder({ from, to, origin, push }: WebFolder): void {
  const web = path.join(from, 'web')
  rmSync(to, { recursive: true, force: true })
  for (const name of taken) {
    cpSync(path.join(web, name), path.join(to, name), {
      recursive: true,
      filter: (file) => !/\.(br|gz|map)$/.test(file),
    })
  }
  const { csp }: { csp: InlineHashes } = JSON.parse(readFileSync(path.join(from, 'build.json'), 'utf8'))
  const page = readFileSync(path.join(web, 'index.html'), 'utf8')
  writeFileSync(path.join(to, 'index.html'), renderNativePage(page, { csp, origin, push }))
}

/**
 * The one HTML file of the app, made of Home's. It may open with any page, so it holds none: its scripts render that. What
 * the site says in headers is said in the file.
 */
export function renderNativePage(html: string, about: { csp: InlineHashes; origin: string; push: boolean }): string {
  const { csp, origin, push } = about
  const policy = buildContentSecurityPolicy(csp, {
    // Whether the site takes cards is said by its server alone, whose answer comes after this.
    ...stripeOrigins,
    calls: [origin, origin.replace(/^http/, 'ws'), ...stripeOrigins.calls],
    pictures: [origin],
  })
    // Browsers take it from a header only; nothing frames an app.
    .replace(/; frame-ancestors [^;]*/, '')
  const said = [
    `<meta http-equiv="content-security-policy" content="${policy}">`,
    '<meta name="referrer" content="strict-origin">',
    `<meta name="site-origin" content="${origin}">`,
    ...(push ? ['<meta name="native-push" content="on">'] : []),
  ]
  const bare = html
    .replace(/<link rel="(alternate|manifest|apple-touch-icon)"[^>]*>\n?/g, '')
    .replace(/<div id="root">[\s\S]*<\/div>(?=\s*<\/body>)/, '<div id="root"></div>')
  if (!bare.includes('<div id="root"></div>')) throw new Error('The page has no place for the application.')
  return bare.replace(/<meta charset="utf-8">/i, (first) => [first, ...said].join('\n'))
}
