/** The first of fifty consecutive ports. With different values of E2E_PORT, two checkouts can run tests together. */
const first = Number(process.env.E2E_PORT || 3917)

/** The ports of the browser tests' programs on 127.0.0.1. */
export const ports = {
  site: first,
  smtp: first + 1,
  google: first + 2,
  microsoft: first + 3,
  /** The fields from here to `deploys` are the ports of sites that test files start themselves (own-site.ts). */
  away: first + 4,
  asleep: first + 5,
  processes: [first + 6, first + 7],
  deploys: first + 8,
  /** The port of the author's site. A test visits each of its pages. */
  author: first + 9,
  push: first + 10,
  errors: first + 11,
  sentry: first + 12,
  passing: first + 13,
  /** The port of the Stripe double that all sites without webhooks share. */
  stripe: first + 14,
  /**
   * Returns the port of a worker's site that accepts cards. The next port is for the Stripe double of this site, which
   * calls the site's webhook (paying-site.ts). Workers are counted from 0.
   */
  paying: (worker: number) => first + 15 + 2 * worker,
} as const

const addressOf = (port: number) => `http://127.0.0.1:${port}`
/** The origins of the sites that all tests share. */
export const siteAddresses = { site: addressOf(ports.site), author: addressOf(ports.author) }

/** The folder in which the mail server stores mails. */
export const mailFolder = 'test-results/mail'
/** The build of the fixture site, which all sites of the browser tests serve. */
export const buildFolder = 'fixture-site/dist'
/** The data folder of the fixture site. */
export const dataFolder = 'test-results/data'
/** The data folder of the author's site. */
export const authorSiteDataFolder = 'test-results/data-of-author'
