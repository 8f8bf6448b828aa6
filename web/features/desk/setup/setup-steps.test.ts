import { createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SetupFindings, SetupStep, SetupStepName } from '#contract/setup.ts'
import { openScreen } from '../../../testing/page-actions.ts'

beforeEach(() => void vi.useFakeTimers())

const modules = {
  'desk/setup/site-steps.tsx': () => import('./site-steps.tsx'),
  'desk/setup/account-steps.tsx': () => import('./account-steps.tsx'),
  'desk/setup/delete-sample-notice-step.tsx': () => import('./delete-sample-notice-step.tsx'),
  'desk/setup/delete-sample-kitchen-step.tsx': () => import('./delete-sample-kitchen-step.tsx'),
} as const

const stepOf = (name: SetupStepName, findings: SetupFindings = {}, state: SetupStep['state'] = 'open'): SetupStep => ({
  name,
  state,
  findings,
})

/** Opens the desk of a site with these setup steps. A test can change `server.steps`, as another device would. */
async function deskWith(steps: SetupStep[], { origin = 'http://127.0.0.1:3000', isGone = false } = {}) {
  const server = { steps, isGone }
  const screen = await openScreen(
    ({ path, body, init: { method = 'GET' } }) => {
      if (path === '/api/desk') return Response.json({ ...overview })
      if (path.startsWith('/api/desk/inbox')) return Response.json({ items: [], waiting: {} })
      if (server.isGone) throw new TypeError('Failed to fetch')
      if (path === '/api/desk/test-mail') {
        server.steps = [stepOf('mail', { canSendMail: true, testMail: { to, state: 'sent', lastError: null } })]
        return Response.json({ to }, { status: 202 })
      }
      const named = server.steps.find(({ name }) => path.endsWith(`/${name}`))
      if (method === 'PUT' && named) named.state = body.isSkipped ? 'skipped' : 'open'
      if (method === 'DELETE') for (const step of server.steps) Object.assign(step, { state: 'done', findings: {} })
      return method === 'GET' ? Response.json({ steps: server.steps }) : new Response(null, { status: 204 })
    },
    async () => {
      Object.assign(location, { origin })
      for (const load of Object.values(modules)) await load()
      const { FeaturesContext } = await import('../../../kit/web-feature.ts')
      const { Screen } = await import('../overview.tsx')
      const setupSteps = Object.keys(modules) as (keyof typeof modules)[]
      return createElement(FeaturesContext, { value: [{ name: 'all', setupSteps, modules }] }, createElement(Screen))
    },
    '/desk',
  )
  await screen.says('Nothing waits for you.')
  return { ...screen, server, copied: () => screen.texts('pre') }
}

const to = 'ada@example.org'
const overview = {
  ...{ mail: { waiting: 0, kept: 0 }, smtp: true, log: [], readers: 1, newReaders: 0, guests: 0 },
}

test('the first setup step that is not done is unfolded, and each step says what the site lacks and what to do', async () => {
  const { page, texts, copied } = await deskWith([
    stepOf('identity', {}, 'done'),
    stepOf('page'),
    stepOf('mail', { canSendMail: false }),
    stepOf('recovery', {}, 'skipped'),
    stepOf('backup'),
  ])
  expect(page.find('[role=status]', 'done').textContent).toBe('1 of 5 steps is done. 1 step is skipped.')
  expect(texts('.setup-step')).toEqual([
    'Give the site your name and addressDone.',
    'Publish your first pageVisitors find only the pages that the site came with.',
    'Send mail that arrivesSign-ups and forgotten passwords wait for you to hand on their link.',
    'Keep a way back inSkipped. When you lose your password and your mailbox, nobody can open the desk.',
    'Make a backup and check itWhen the disk fails, everything that readers have done here is gone.',
  ])
  expect(page.findAll('details[open]').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Publish your first page'),
  ])
  expect(page.find('details[open] a', 'Pages').getAttribute('href')).toBe('/desk/pages')
  expect(copied()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('path: /my-first-page'),
      expect.stringContaining('SMTP_URL='),
      expect.stringMatching(/^npm run backup -- \.\.\/backup-[\d-]{10}\nnpm run backup:check /),
    ]),
  )
})

test('a test mail is sent, and the setup step is ticked when the link in the mail was opened on another device', async () => {
  const { press, says, server, texts, page } = await deskWith([stepOf('mail', { canSendMail: true })])
  await press('Send a test mail')
  await says(`A test mail is on its way to ${to}. Open it and follow its link.`)
  await says(`The mail server has taken the test mail to ${to}.`)
  server.steps = [stepOf('mail', { canSendMail: true }, 'done')]
  await page.wait(10_000)
  await says('Everything is set up.')
  expect(texts('.setup-step')).toEqual(['Send mail that arrivesDone.'])
})

test('the error of the mail server is shown, even while the site keeps trying to send the test mail', async () => {
  const lastError = 'Invalid login'
  const { says } = await deskWith([
    stepOf('mail', { canSendMail: true, testMail: { to, state: 'waiting', lastError } }),
  ])
  await says(
    `The test mail to ${to} could not be sent yet, and the site keeps trying. The mail server says: Invalid login`,
  )
})

test('a setup step can be skipped and resumed, and skipping can be undone', async () => {
  const { press, says, sent, page } = await deskWith([stepOf('recovery')])
  await press('Skip this step “Keep a way back in”')
  await says('The step is skipped.')
  expect(page.text()).toContain('0 of 1 steps are done. 1 step is skipped.')
  await press('Undo')
  await says('0 of 1 steps are done.Keep')
  await press('Skip this step “Keep a way back in”')
  await says('The step is skipped.')
  await press('Take up this step “Keep a way back in”')
  expect(sent('PUT')).toEqual(
    [true, false, true, false].map((isSkipped) => ({ path: '/api/desk/setup/recovery', isSkipped })),
  )
})

test('when every setup step is done or skipped, the steps are hidden, and a button at the end of the desk shows them', async () => {
  const { press, page, texts } = await deskWith([stepOf('page', {}, 'done'), stepOf('backup', {}, 'skipped')])
  expect(texts('.setup-step')).toEqual([])
  expect(page.text()).toContain('1 of 2 steps is done. 1 step is skipped. Show the steps of the set-up')
  await press('Show the steps of the set-up')
  expect(texts('.setup-step')).toHaveLength(2)
  expect(page.document.activeElement).toBe(page.find('h2', 'Set up the site'))
  await press('Hide the steps')
  expect(texts('.setup-step')).toEqual([])
})

test('each sample of a new site is deleted by one click in its setup step', async () => {
  const { press, says, sent } = await deskWith([
    stepOf('sampleNotice', { sampleId: 'n1' }),
    stepOf('sampleKitchen', { sampleId: 'k1' }),
  ])
  await press('Delete the sample kitchen')
  await says('The sample kitchen is deleted.')
  await says('Everything is set up.')
  expect(sent('DELETE')).toEqual([{ path: '/api/desk/kitchens/k1' }])
})

const https = (origin: string, requestOrigin: string) => [stepOf('https', { origin, requestOrigin })]

test('the HTTPS step asks for ORIGINS and a proxy when the site does not know its URL', async () => {
  const { page, copied } = await deskWith(https('http://127.0.0.1:3000', 'http://127.0.0.1:3000'))
  expect(page.text()).toContain('The site believes that its address is http://127.0.0.1:3000.')
  expect(copied()).toEqual([
    'ORIGINS=https://your-domain.org\nTRUST_PROXY=on',
    'your-domain.org {\n  reverse_proxy 127.0.0.1:3000\n}',
  ])
})

test.each([
  [
    'another address',
    'https://other.test',
    'https://other.test',
    'You are reading this at https://other.test.',
    'baker.test {\n  reverse_proxy 127.0.0.1:3000\n}',
  ],
  [
    'a proxy that is not trusted',
    'https://baker.test',
    'http://baker.test',
    'does not believe its proxy',
    'TRUST_PROXY=on',
  ],
  [
    'a proxy that hides the name',
    'https://baker.test',
    'https://127.0.0.1:3000',
    'the proxy told the site https://127.0.0.1:3000',
    'proxy_set_header Host $http_host;',
  ],
])('the HTTPS step names the problem and its solution for %s', async (_, browser, requestOrigin, sentence, text) => {
  const { page, copied } = await deskWith(https('https://baker.test', requestOrigin), { origin: browser })
  expect(page.text()).toContain(sentence)
  expect(copied()[0]).toBe(text)
})

test('each text to copy contains the port of the site, except in mail addresses and the name of the mail server', async () => {
  const origin = 'https://baker.test:8443'
  const { copied } = await deskWith(
    [
      stepOf('identity'),
      stepOf('mail', { canSendMail: false, origin }),
      ...https('http://127.0.0.1:3000', 'http://127.0.0.1:3000'),
    ],
    { origin },
  )
  const texts = copied().join('\n')
  expect(texts).toContain(`origin: 'https://baker.test:8443',\nsecurityContact: 'mailto:security@baker.test',`)
  expect(texts).toContain('SMTP_URL=smtps://user:password@mail.baker.test\n')
  expect(texts).toContain('<no-reply@baker.test>')
  expect(texts).toContain('ORIGINS=https://baker.test:8443\n')
  expect(texts).toContain('baker.test:8443 {\n  reverse_proxy 127.0.0.1:3000\n}')
})

test('when the setup steps cannot be loaded, the desk shows the problem and all its other parts', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const { says, press, page, server } = await deskWith([stepOf('page')], { isGone: true })
  expect(page.findAll('[role=alert]')).toHaveLength(1)
  server.isGone = false
  await press('Try again')
  await says('Publish your first page')
})
