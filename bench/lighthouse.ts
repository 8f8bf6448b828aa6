/**
 * `npm run bench:lighthouse [-- --rounds 5 /path …]`: runs Lighthouse with its mobile defaults on a server in
 * production mode, for the pages at the paths. Without paths, it chooses pages of each kind.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '@hobohat/hub/testing'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { site } from '#site'
import { readVisiblePages } from '../build/content.ts'
import { contentFolder } from '../build/site.ts'
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { readRounds } from './rounds.ts'
import { measuredArticle, serveBuiltSite } from './serve.ts'
import { summariseValues } from './statistics.ts'
import { formatMetOrMissed, printTable } from './table.ts'

/**
 * Returns the paths of the audited pages: Home, an article without pictures, an article with pictures, the list of all
 * articles, the list of a tag, the login page, the list of kitchens, and the menu of the first kitchen.
 */
async function choosePaths(origin: string): Promise<string[]> {
  const paths = ['/', measuredArticle.path, '/privacy']
  const pages = readVisiblePages()
  const pictured = pages.find(({ file }) => readFileSync(path.join(contentFolder, file), 'utf8').includes('?picture'))
  if (pictured) paths.push(pictured.path)
  paths.push(...pages.flatMap(({ path, list }) => (list ? [path] : [])).slice(0, 2))
  if (site.features.accounts) paths.push('/login')
  if (!site.features.ordering) return paths
  const kitchens = await (await fetch(`${origin}/order`)).text()
  const menu = /href="(\/order\/[\w-]+)"/.exec(kitchens)?.[1]
  return [...paths, '/order', ...(menu ? [menu] : [])]
}

/** The goals, as scores out of 100. In a category whose goal is 100, every failed audit is printed. */
const goals = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof goals
const categories = Object.keys(goals) as Category[]

interface Result {
  /** The score out of 100 in each category. */
  points: Record<Category, number>
  failures: string[]
}

/**
 * Audits pages and prints a table of medians.
 * @param rounds the number of audits of each page
 * @param paths the paths of the pages; when empty, pages of each kind are chosen
 */
export async function auditPages(rounds: number, paths: readonly string[] = []): Promise<void> {
  ensureBuilt()
  await using server = await serveBuiltSite()
  const port = await findFreePort()
  const args = [...chromiumFlags, `--remote-debugging-port=${port}`]
  await using _browser = await chromium.launch({
    executablePath: ensureChromium(),
    args,
    // Playwright turns this cache off, but readers have it, and Lighthouse checks whether pages can use it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  console.log(`Lighthouse: ${rounds} runs of each page with the mobile defaults.`)
  const failures = new Set<string>()
  const rows: string[][] = []
  for (const address of paths.length > 0 ? paths : await choosePaths(server.origin)) {
    const text = await (await fetch(server.origin + address)).text()
    // A page with `noindex` is meant to fail this audit, so the audit is skipped.
    const skipAudits = text.includes('content="noindex') ? ['is-crawlable'] : []
    const results: Result[] = []
    for (let round = 0; round < rounds; round++) results.push(await audit(server.origin + address, port, skipAudits))
    const medians = categories.map((name) => summariseValues(results.map(({ points }) => points[name])).median)
    const isMet = categories.every((name, index) => (medians[index] ?? 0) >= goals[name])
    rows.push([address, ...medians.map(String), formatMetOrMissed(isMet)])
    for (const failure of results.flatMap((result) => result.failures)) failures.add(`${address}: ${failure}`)
  }
  rows.push(['goal', ...categories.map((name) => `≥ ${goals[name]}`), ''])
  printTable('Median points', ['', ...categories, ''], rows)
  for (const failure of failures) console.log(failure)
}

/** How often an audit is repeated after Lighthouse failed to record the page. Its traces often lack their start. */
const RETRIES = 3

/** Runs one audit. @param port the browser's debugging port */
async function audit(url: string, port: number, skipAudits: string[], retries = RETRIES): Promise<Result> {
  const result = await lighthouse(url, { port, skipAudits, output: 'json', logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`)
  const { lhr } = result
  if (lhr.runtimeError) {
    if (retries === 0) throw new Error(lhr.runtimeError.message)
    return audit(url, port, skipAudits, retries - 1)
  }
  const points = Object.fromEntries(
    categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
  ) as Record<Category, number>
  const failures = categories
    .filter((name) => goals[name] === 100)
    .flatMap((name) => (lhr.categories[name]?.auditRefs ?? []).map(({ id }) => ({ name, audit: lhr.audits[id] })))
    .filter(({ audit }) => audit && audit.score !== null && audit.score < 1)
    .map(({ name, audit }) => `${name}: ${audit?.title} (${audit?.id})`)
  return { points, failures }
}

if (import.meta.main) {
  const options = parseArgs({ options: { rounds: { type: 'string' } }, allowPositionals: true })
  await auditPages(readRounds(5, options), options.positionals)
}
