/** The first of fifty ports in a row; another one lets two checkouts be tested at once. */
const first = Number(process.env.E2E_PORT ?? 3917)

/** Where the browser tests' programs listen on 127.0.0.1. */
export const ports = {
  site: first,
  smtp: first + 1,
  google: first + 2,
  microsoft: first + 3,
  /** For sites that a test starts and ends by itself (own-site.ts), each for one file of tests. */
  away: first + 4,
  asleep: first + 5,
  processes: [first + 6, first + 7],
  deploys: first + 8,
  /** The author's site, for a visit to each of its pages. */
  author: first + 9,
  push: first + 10,
  errors: first + 11,
  sentry: first + 12,
  passing: first + 13,
  /** The double of Stripe that all sites share which need not be told of events. */
  stripe: first + 14,
  /** For each worker, counted from 0, a site that takes cards, and on the next port a double that tells it (paying-site.ts). */
  paying: (worker: number) => first + 15 + 2 * worker,
} as const

const addressOf = (port: number) => `http://127.0.0.1:${port}`
/** Where the sites are that all tests share. */
export const siteAddresses = { site: addressOf(ports.site), author: addressOf(ports.author) }

/** Where the mail server puts what it is given. */
export const mailFolder = 'test-results/mail'
/** The build of the fixture site, which all sites of the browser tests serve. */
export const buildFolder = 'fixture-site/dist'
/** Where the site keeps its data. */
export const dataFolder = 'test-results/data'
/** Where the author's site keeps them. */
export const authorDataFolder = 'test-results/data-of-author'
