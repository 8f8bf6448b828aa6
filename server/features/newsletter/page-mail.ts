import { newsletterPagePaths } from '#contract/newsletter.ts'
import { site } from '#site'
import { type Mail, writeMail } from '../../outbox/email-template.ts'

/** The maximum number of pages that a mail lists. */
const PAGES_MAX = 20

interface PageMail {
  email: string
  token: string
  pages: readonly { title: string; description: string; path: string }[]
}

/** Writes the mail about one or more new pages. */
export function writePageMail(origin: string, { email, token, pages }: PageMail): Mail {
  const unsubscribeUrl = `${origin}${newsletterPagePaths.unsubscribe}?token=${token}`
  const [first, ...others] = pages
  const listed = pages.slice(0, PAGES_MAX)
  const more = pages.length - listed.length
  const isOne = first !== undefined && others.length === 0
  const mail = writeMail({
    to: email,
    subject: isOne ? `${first.title} – new on ${site.name}` : `${pages.length} new pages on ${site.name}`,
    paragraphs: isOne
      ? [`There is a new page on ${site.name}: ${first.title}`, ...(first.description ? [first.description] : [])]
      : [
          `There are new pages on ${site.name}:`,
          ...listed.flatMap(({ title, description, path }) => [
            { label: title, url: `${origin}${path}` },
            ...(description ? [description] : []),
          ]),
          ...(more > 0 ? [`${more} more ${more === 1 ? 'page is' : 'pages are'} in the list of all articles.`] : []),
        ],
    action: isOne
      ? { label: 'Read the page', url: `${origin}${first.path}` }
      : { label: 'See all articles', url: `${origin}/articles` },
    notes: [
      'You get this mail because you asked for new pages by mail.',
      { label: 'Get no more of these mails', url: unsubscribeUrl },
    ],
  })
  const headers = {
    // RFC 8058 and RFC 2369. The token is in the query, because queries are never logged.
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    // RFC 2919
    'List-Id': `<new-pages.${new URL(origin).hostname}>`,
  }
  return { ...mail, headers }
}
