/**
 * `npm run bench:pages [-- --rounds 15 --article /path]`: measures the waiting times of a reader who follows a link
 * from another site to Home and to an article, by default the longest article without pictures. Compares these times
 * with the times of the same article in two other forms, which nginx serves: built with Astro, and as one HTML file.
 * All servers send gzip, and are measured in turns. Our site is measured twice: without a notice, and with the
 * sample notice of a new site, because a notice loads code of its own.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { buildArticleWithAstro, readAstroArticleWithInlineStyles } from './astro.ts'
import { findNginx, serveFolderWithNginx } from './nginx.ts'
import { createTemporaryFolder } from './processes.ts'
import { readRounds } from './rounds.ts'
import { findArticle, measuredArticle, serveBuiltSite } from './serve.ts'
import { formatSummary, summariseValues } from './statistics.ts'
import { formatMetOrMissed, printTable } from './table.ts'
import { desktopCondition, measureVisit, slowPhoneCondition, type VisitCondition, type VisitTimes } from './visit.ts'

/**
 * The measured times, and the goals of our pages. `ratio` is the maximum as a multiple of the median of Astro. `ms` is
 * the maximum in milliseconds.
 */
const columns: { key: keyof VisitTimes; name: string; ratio?: number; ms?: number }[] = [
  { key: 'firstPaint', name: 'first paint', ratio: 1.1 },
  { key: 'largestPaint', name: 'largest paint', ratio: 1.1 },
  { key: 'secondFirstPaint', name: 'second visit', ratio: 1.1 },
  { key: 'blocking', name: 'blocking', ms: 20 },
  { key: 'mainThread', name: 'main thread', ratio: 2 },
]

/**
 * Measures all pages on a desktop computer and on a slow phone, and prints a table for each of the two.
 * @param rounds the number of visits to each page
 * @param article the measured article
 */
export async function comparePageLoadTimes(rounds: number, article = measuredArticle): Promise<void> {
  const nginx = findNginx()
  if (!nginx) {
    console.error('This comparison needs nginx: install it (Debian: apt-get install nginx, macOS: brew install nginx).')
    process.exit(1)
  }
  ensureBuilt()
  const dist = buildArticleWithAstro(article.file)
  await using ours = await serveBuiltSite('/readyz', { SAMPLES: 'off' })
  await using withNotice = await serveBuiltSite()
  await using astro = await serveFolderWithNginx(nginx, dist)
  await using floor = await serveFolderWithNginx(nginx, writeFloor(readAstroArticleWithInlineStyles(dist)))
  await using browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
  const pages = [
    ['one file on nginx', floor.origin],
    ['Astro on nginx', astro.origin],
    ['ours, article', ours.origin + article.path],
    ['ours, home', ours.origin],
    ['ours, article with a notice', withNotice.origin + article.path],
  ] as const
  // The visit starts on another site. To a browser, `localhost` and `127.0.0.1` are different sites.
  const from = floor.origin.replace('127.0.0.1', 'localhost')
  console.log(
    `Pages: ${rounds} visits to each of ${pages.length}, in turns, with ${article.path}.`,
    `Takes about ${Math.ceil(rounds * 1.4)} minutes.`,
  )
  for (const condition of [desktopCondition, slowPhoneCondition]) {
    const visits = new Map<string, VisitTimes[]>(pages.map(([name]) => [name, []]))
    for (let round = 0; round <= rounds; round++)
      for (const [name, url] of pages) {
        const times = await measureVisit(browser, from, url, condition)
        // The first visit is not counted, because it warms up the browser and the servers.
        if (round > 0) visits.get(name)?.push(times)
      }
    report(condition, visits)
  }
}

/** Writes a page and its compressed copy. @returns the folder with both files */
function writeFloor(html: string): string {
  const folder = path.join(createTemporaryFolder(), 'floor')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'index.html'), html)
  writeFileSync(path.join(folder, 'index.html.gz'), gzipSync(html, { level: 9 }))
  return folder
}

function report({ name: title }: VisitCondition, visits: ReadonlyMap<string, VisitTimes[]>): void {
  const summaryOf = (name: string, key: keyof VisitTimes) =>
    summariseValues((visits.get(name) ?? []).map((times) => times[key]))
  const cell = (name: string, { key, ratio, ms }: (typeof columns)[number]) => {
    const summary = summaryOf(name, key)
    if (!name.startsWith('ours')) return formatSummary(summary)
    const toAstro = summary.median / summaryOf('Astro on nginx', key).median
    const isMet = ratio ? toAstro <= ratio : summary.median <= (ms ?? 0)
    return `${formatSummary(summary)} ${ratio ? `${toAstro.toFixed(2)}× ` : ''}${formatMetOrMissed(isMet)}`
  }
  printTable(
    `${title}, ms`,
    ['', ...columns.map(({ name, ratio, ms }) => `${name} (${ratio ? `≤ ${ratio}×` : `≤ ${ms} ms`})`)],
    [...visits.keys()].map((name) => [name, ...columns.map((column) => cell(name, column))]),
  )
}

if (import.meta.main) {
  const options = parseArgs({ options: { rounds: { type: 'string' }, article: { type: 'string' } } })
  const { article } = options.values
  await comparePageLoadTimes(readRounds(15, options), article === undefined ? measuredArticle : findArticle(article))
}
