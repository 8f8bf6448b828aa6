import type { AppOptions } from '../app.ts'
import { runPrepareHooks } from '../features/define-feature.ts'
import { createNewsletterFeature } from '../features/newsletter/feature.ts'
import type { SitePage } from '../http/build-output.ts'
import { deliverDue } from '../outbox/deliver.ts'
import type { Mail } from '../outbox/email-template.ts'
import type { SendMail } from '../outbox/mail-sender.ts'
import { startPageAnnouncer } from './announcer.ts'
import { origins } from './origins.ts'
import { createTestSite } from './site.ts'
import { buildSitePage } from './site-page.ts'

export const buildArticleSitePage = (key: string, more: Partial<SitePage> = {}): SitePage =>
  buildSitePage(`/${key}`, {
    title: `About ${key}`,
    description: `All of ${key}.`,
    published: new Date().toISOString().slice(0, 10),
    isArticle: true,
    ...more,
  })

/** Creates a site with a mail server that records its mails, and functions that run its newsletter. */
export async function createNewsletterSite({
  pages = [],
  ...options
}: { pages?: SitePage[] } & Partial<AppOptions> = {}) {
  const sent: Mail[] = []
  /** While set, the mail server refuses each mail with this error. */
  const mailServer: { error: object | null } = { error: null }
  const send: SendMail = async (_row, mail) => {
    if (mailServer.error) throw Object.assign(new Error('refused'), mailServer.error)
    sent.push(mail)
  }
  const settings = { send, perMinute: 600_000 }
  const site = await createTestSite({ smtp: true, newsletter: settings, ...options })
  await runPrepareHooks(site.app.features)
  /** Creates the newsletter feature, as each server process does at its start. */
  const startProcess = async (own: SitePage[] = pages, server = settings) => {
    const feature = createNewsletterFeature({ db: site.db, origin: origins[0], ...server })
    const { serve, announceDue } = await startPageAnnouncer(site.db, own, feature.subscriptions)
    const [job] = feature.jobs
    const [sender] = feature.senders
    if (!job || !sender) throw new Error('The newsletter has no job or no sender.')
    /** Queues and delivers all mails that are due now. */
    const work = async () => {
      await announceDue()
      while ((await job.run()) === true);
      while ((await deliverDue({ db: site.db, sender, log: site.app.log })) > 0);
    }
    return { job, sender, work, serve }
  }
  /** Subscribes an email address by the form and the mailed link. */
  const subscribeAddress = async (email: string, frequency = 'instant') => {
    await site.call('POST', '/api/newsletter', { body: { email, frequency } })
    const mail = (await site.mails()).findLast(({ to }) => to === email)
    const [, path = ''] = /(\/newsletter\/confirm\?token=[\w-]+)/.exec(mail?.text ?? '') ?? []
    return site.call('POST', path)
  }
  const states = async () => {
    const rows = await site.db.selectFrom('subscribers').select(['email', 'state']).orderBy('email').execute()
    return Object.fromEntries(rows.map(({ email, state }) => [email, state]))
  }
  return { ...site, sent, mailServer, startProcess, subscribeAddress, states }
}
