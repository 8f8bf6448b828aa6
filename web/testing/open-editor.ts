import { createElement } from 'react'
import { expect } from 'vitest'
import type { PageDraft, PageProblem, PublicationProgress } from '#contract/authoring.ts'
import { buildIdFromDigit } from '#contract/testing/sample-desk.ts'
import { openScreen } from './page-actions.ts'

const id = buildIdFromDigit(1)
export const publicationId = buildIdFromDigit(2)
/** Builds the text of the page that the editor shows. @param more further lines of its front matter */
export const buildEditedPageSource = (more = '') =>
  `---\npath: /boat\ntitle: My boat\ndescription: ''\npublished: 2026-11-21\n${more}---\n\nWords.\n`
const refuse = (code: string, message: string, status: number) => Response.json({ code, message }, { status })
export const draftFields = { id, file: 'boat.mdx', editedBy: 'Ada', updatedAt: 1, previewKey: null }
const codeProblem = { line: 8, message: 'The desk saves no code.' }

interface Server {
  source: string
  draft: PageDraft | null
  problems: PageProblem[]
  isProved: boolean
  publication: PublicationProgress
  isGone: boolean
}

/** Opens the editor of a page. The fake server saves drafts and publishes them. */
export async function openEditor(changes: Partial<Server> = {}) {
  const server: Server = {
    ...{ source: buildEditedPageSource(), draft: null, problems: [], isProved: true, isGone: false },
    publication: { id: publicationId, state: 'running', step: 'Building the site …', problems: [], warning: '' },
    ...changes,
  }
  const screen = await openScreen(
    ({ path, body, init: { method = 'GET' } }) => {
      if (server.isGone) throw new TypeError('Failed to fetch')
      if (path.startsWith('/api/desk/page-source')) {
        if (method === 'DELETE') return Response.json({ warning: '' })
        const { source, draft, problems } = server
        return Response.json({ source, draft, problems })
      }
      if (path === '/api/account/passkeys') return Response.json({ passkeys: [] })
      if (path === '/api/account/proof') {
        if (body.password !== 'right') return refuse('wrong_password', 'That is not the password.', 403)
        server.isProved = true
        return new Response(null, { status: 204 })
      }
      if (path.startsWith('/api/desk/page-versions?'))
        return Response.json({ versions: [{ commit: 'a'.repeat(40), author: 'Bo', at: 0, message: 'Begin' }] })
      if (path.startsWith('/api/desk/page-versions/'))
        return Response.json({ source: buildEditedPageSource().replace('Words', 'Old words').replaceAll('\n', '\r\n') })
      if (path === '/api/desk/page-preview') {
        const html = `<title>x</title><style>newer</style><div id="root">${body.source}</div>`
        return Response.json(
          String(body.source).includes('{') ? { html: null, problems: [codeProblem] } : { html, problems: [] },
        )
      }
      if (path.endsWith('/preview')) {
        if (server.draft) server.draft.previewKey = body.isShared ? 'abc' : null
        return Response.json(server.draft)
      }
      if (path.endsWith('/publish')) {
        if (!server.isProved) return refuse('proof_required', 'Enter your password.', 403)
        return Response.json(server.publication, { status: 202 })
      }
      if (path === `/api/desk/publications/${publicationId}`) return Response.json(server.publication)
      if (method === 'DELETE') {
        server.draft = null
        return new Response(null, { status: 204 })
      }
      if (method === 'GET') return server.draft ? Response.json(server.draft) : refuse('not_found', 'None.', 404)
      if (method === 'PUT' && !server.draft) return refuse('not_found', 'None.', 404)
      if (method === 'POST' && body.base !== server.source) return refuse('page_changed', 'Changed.', 409)
      const version = (server.draft?.version ?? 0) + 1
      server.draft = { ...draftFields, version, source: String(body.source) }
      return Response.json(server.draft, { status: method === 'POST' ? 201 : 200 })
    },
    async () => createElement((await import('../features/desk/pages/page/editor-screen.tsx')).Screen),
    '/desk/pages/edit?file=boat.mdx',
  )
  await screen.page.until(() => expect(screen.texts('h1')).toEqual(['My boat']))
  const saved = () => screen.sent('PUT').concat(screen.sent('POST').filter(({ path }) => path.endsWith('page-drafts')))
  return { ...screen, server, saved, buttons: () => screen.texts('.page-bar [data-kind=main]') }
}
