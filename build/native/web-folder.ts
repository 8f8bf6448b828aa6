import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildContentSecurityPolicy, type InlineHashes, stripeOrigins } from '../../contract/content-policy.ts'

/** The files of the build that the app contains; feeds, other pages and compressed files are for browsers only. */
const taken = ['assets', 'texts', 'favicon.svg', 'favicon.ico', 'search-index.json']

interface WebFolder {
  /** The folder of the build, dist/. */
  from: string
  to: string
  /** The origin of the site. */
  origin: string
  /** Whether push is set up in the app. Without this setup, the app would crash when it requests a push token. */
  push: boolean
}

/** Writes the files of the app's web view. */
export function writeWebFolder({ from, to, origin, push }: WebFolder): void {
  const web = path.join(from, 'web')
  rmSync(to, { recursive: true, force: true })
  for (const name of taken) {
    cpSync(path.join(web, name), path.join(to, name), {
      recursive: true,
      filter: (file) => !/\.(br|gz|map)$/.test(file),
    })
  }
  const { csp, version }: { csp: InlineHashes; version: string } = JSON.parse(
    readFileSync(path.join(from, 'build.json'), 'utf8'),
  )
  const page = readFileSync(path.join(web, 'index.html'), 'utf8')
  writeFileSync(path.join(to, 'index.html'), renderNativePage(page, { csp, version, origin, push }))
}

/**
 * Renders the only HTML file of the app from the HTML of Home. The app may open at any page, so the file has no content
 * and scripts render the page. The headers of the site become meta elements.
 */
export function renderNativePage(
  html: string,
  about: { csp: InlineHashes; version: string; origin: string; push: boolean },
): string {
  const { csp, version, origin, push } = about
  const policy = buildContentSecurityPolicy(csp, {
    // Always allows Stripe, because the app learns only later whether the server accepts cards.
    ...stripeOrigins,
    calls: [origin, origin.replace(/^http/, 'ws'), ...stripeOrigins.calls],
    pictures: [origin],
  })
    // Removes frame-ancestors, which browsers accept only in a header, and which an app does not need.
    .replace(/; frame-ancestors [^;]*/, '')
  const said = [
    `<meta http-equiv="content-security-policy" content="${policy}">`,
    '<meta name="referrer" content="strict-origin">',
    `<meta name="site-origin" content="${origin}">`,
    `<meta name="version" content="${version}">`,
    ...(push ? ['<meta name="native-push" content="on">'] : []),
  ]
  const bare = html
    .replace(/<link rel="(alternate|manifest|apple-touch-icon)"[^>]*>\n?/g, '')
    .replace(/<div id="root">[\s\S]*<\/div>(?=\s*<\/body>)/, '<div id="root"></div>')
  if (!bare.includes('<div id="root"></div>')) throw new Error('The page has no place for the application.')
  return bare.replace(/<meta charset="utf-8">/i, (first) => [first, ...said].join('\n'))
}
