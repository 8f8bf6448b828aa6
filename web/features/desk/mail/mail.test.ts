import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import type { DeskMail } from '#contract/desk.ts'
import { buildIdFromDigit } from '#contract/testing/sample-desk.ts'
import { openScreen } from '../../../testing/page-actions.ts'

const id = buildIdFromDigit(1)
const mail: DeskMail = {
  id,
  to: 'x@example.org',
  subject: 'Hello',
  state: 'failed',
  attempts: 6,
  nextAt: null,
  lastError: 'No such host',
  createdAt: Date.now(),
  sentAt: null,
}

/** Opens the desk's page of mail with the details of one mail. */
const mailOf = (one: DeskMail, smtp: boolean, words: { text: string; html: string }) =>
  openScreen(
    ({ path }) => {
      if (path.endsWith('/links')) return Response.json({ text: words.text, html: words.html })
      if (path.endsWith('/retry')) return Response.json({ ...one, attempts: 0, state: 'waiting', lastError: null })
      const blank = (text: string) => text.replace(/#token=\w+/, '#token=…')
      const blanked = { text: blank(words.text), html: blank(words.html) }
      return Response.json(path.endsWith(id) ? { ...one, ...blanked } : { mail: [one], next: null, smtp })
    },
    async () => createElement((await import('./mail.tsx')).Screen),
    `/desk/mail#${id}`,
  )

test('the details of a failed mail show its error, a button to send it again, and its HTML only as source', async () => {
  const html = '<img src="https://evil.example/pixel.png"><script>document.title="owned"</script>'
  const { page, press, says, texts, sent } = await mailOf(mail, true, { text: html, html })
  await says('Given up after 6 tries: No such host')
  expect(texts('.desk-mail-text')).toEqual([html])
  await press('Source of the HTML')
  expect(texts('.desk-mail-text')).toEqual([html])
  expect(page.findAll('img,script')).toEqual([])
  await press('Send it again')
  await says('It is on the way again.')
  expect(sent('POST')).toEqual([{ path: `/api/desk/mail/${id}/retry` }])
  expect(texts('.rows')).toEqual([expect.stringContaining('On the way')])
})

test('without a mail server, the site keeps its mails, and the desk can copy a mail’s text with its link', async () => {
  const text = 'Confirm: https://site.test/verify-email#token=abc'
  const kept: DeskMail = { ...mail, state: 'kept', attempts: 0, lastError: null }
  const { page, press, says } = await mailOf(kept, false, { text, html: '' })
  const writeText = vi.fn<(words: string) => Promise<void>>(async () => {})
  Object.assign(navigator, { clipboard: { writeText } })
  await says('Hand it to x@example.org and to nobody else.')
  expect(page.text()).toContain('No mail server is set up')
  expect(page.text()).not.toContain('Send it')
  expect(page.text()).not.toContain('#token=abc')
  expect(page.text()).not.toContain('Copy the text')
  await press('Show the link')
  await says('#token=abc')
  await press('Copy the text')
  await says('The text is copied.')
  expect(writeText).toHaveBeenCalledWith(text)
})
