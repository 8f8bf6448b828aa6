import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PageDraft } from '#contract/authoring.ts'
import { buildEditedPageSource, draftFields, openEditor, publicationId } from '../../../../testing/open-editor.ts'
// Loaded before the tests, because fake timers do not wait for the dynamic import of the dialog.
import '../../../../ui/form/owner-proof-dialog.tsx'

// A fake page has no layout, so CodeMirror is a text area here. e2e/desk-pages.spec.ts uses the real one.
vi.mock('../editor/source-editor.tsx', async () => {
  const { createElement } = await import('react')
  return {
    SourceEditor: ({ source, isReadOnly, onChange }: Record<string, unknown>) =>
      createElement('textarea', {
        'aria-label': 'Text',
        value: source,
        readOnly: isReadOnly,
        onChange: (event: { currentTarget: { value: string } }) =>
          (onChange as (source: string) => void)(event.currentTarget.value),
      }),
  }
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('an unchanged page has no button to publish; a change is saved within three seconds and can be published', async () => {
  const { page: view, type, says, saved, buttons } = await openEditor()
  expect(buttons()).toEqual([])
  await type('Text', buildEditedPageSource().replace('Words', 'Other words'))
  expect(buttons()).toEqual(['Publish the changes'])
  expect(view.text()).toContain('Saving soon …')
  await view.wait(3_000)
  await says('Saved')
  expect(saved()).toEqual([
    {
      path: '/api/desk/page-drafts',
      file: 'boat.mdx',
      base: buildEditedPageSource(),
      source: expect.stringContaining('Other'),
    },
  ])
})

test.each(['s', 'S'])('Ctrl+%s saves a change at once, and the browser does not save the page', async (key) => {
  const { page: view, type, saved } = await openEditor()
  await type('Text', buildEditedPageSource().replace('Words', 'Other words'))
  const preventDefault = vi.fn()
  await act(async () => void view.fireOnWindow('keydown', { key, ctrlKey: true, preventDefault }))
  await view.wait(0)
  expect(saved()).toHaveLength(1)
  expect(preventDefault).toHaveBeenCalledTimes(1)
})

test('the settings of a page change only their own lines of the front matter', async () => {
  const { type, server, page: view, about } = await openEditor({ source: buildEditedPageSource('own: 1 # mine\n') })
  await type('Title', 'My ship')
  await type('Description', 'A ship of wood')
  await type('Group of the menu', '')
  expect(about('Appears on')).toContain('A date such as')
  await view.wait(3_000)
  expect(server.draft?.source).toBe(
    buildEditedPageSource('own: 1 # mine\n').replace('My boat', 'My ship').replace("''", 'A ship of wood'),
  )
})

test('settings that cannot be parsed are shown with their line, and the author can correct the text', async () => {
  const { type, says, page: view, server } = await openEditor()
  await type('Text', buildEditedPageSource().replace('My boat', '*Words'))
  await says('Line 3: *Words refers to nothing')
  await type('Text', buildEditedPageSource().replace('My boat', 'My ship'))
  await view.wait(3_000)
  expect(server.draft?.source).toBe(buildEditedPageSource().replace('My boat', 'My ship'))
})

test('a double click on the button to publish publishes the page once', async () => {
  const { type, says, page: view, sent } = await openEditor()
  await type('Text', buildEditedPageSource().replace('Words', 'Other words'))
  const button = view.find('button', 'Publish the changes')
  await act(async () => {
    for (const pressed of [button, button]) pressed.click()
  })
  await says('Building the site …')
  await view.fire(button, 'click')
  await view.wait(1_000)
  expect(sent('POST').filter(({ path }) => path.endsWith('/publish'))).toHaveLength(1)
})

test('publishing asks for the password once, and a wrong password is refused', async () => {
  const { type, press, says, server, part, texts, page: view } = await openEditor({ isProved: false })
  await type('Text', buildEditedPageSource().replace('Words', 'Other words'))
  await press('Publish the changes')
  await says('Is it you?')
  const dialog = part('Is it you?')
  await type('Password', 'wrong', dialog)
  await press('Go on', dialog)
  await says('That is not the password.')
  await type('Password', 'right', dialog)
  await press('Go on', dialog)
  await says('Building the site …')
  expect(texts('dialog')).toEqual([])
  Object.assign(server, { source: server.draft?.source, draft: null })
  server.publication = { ...server.publication, state: 'done', step: '' }
  await view.wait(1_000)
  await says('The page is published.')
  expect(view.find('a', 'Open the page').getAttribute('href')).toBe('/boat')
})

test('a page is not published while a file is being uploaded into its text', async () => {
  const { type, press, says, sent, field } = await openEditor()
  await type('Text', buildEditedPageSource().replace('Words.', 'Uploading boat (2).mp4 (1) …'))
  await press('Publish the changes')
  await says('Line 8 stands for a file that is being uploaded.')
  expect(sent('POST').filter(({ path }) => path.endsWith('/publish'))).toEqual([])
  await type('Text', field('Text').value.replace('Uploading boat (2).mp4 (1) …', '![A boat](./uploads/boat.mp4)'))
  await press('Publish the changes')
  await says('Building the site …')
})

test('when a page cannot be published, the editor lists the lines with problems and keeps the text', async () => {
  const { type, press, says, server, field, page: view } = await openEditor()
  await type('Text', buildEditedPageSource().replace('Words', '![a](./none.jpg)'))
  await press('Publish the changes')
  await says('Building the site …')
  expect(field('Text').hasAttribute('readonly')).toBe(true)
  const problems = [{ line: 8, message: 'there is no file none.jpg' }]
  server.publication = { id: publicationId, state: 'failed', step: '', problems, warning: '' }
  await view.wait(1_000)
  await says('The page was not published, and the site is as before.')
  await says('Line 8: there is no file none.jpg')
  expect(field('Text').hasAttribute('readonly')).toBe(false)
  expect(field('Text').value).toContain('none.jpg')
  await press('Close')
  expect(view.text()).not.toContain('The page was not published')
})

test('a published page becomes a draft after a confirmation, and can be published again, or scheduled for a future date', async () => {
  vi.setSystemTime('2026-11-26T12:00:00Z')
  const { press, type, says, server, page: view, buttons } = await openEditor()
  await press('Make it a draft …')
  await press('Make it a draft')
  await says('Building the site …')
  expect(server.draft?.source).toContain('\ndraft: true\n')
  Object.assign(server, { source: server.draft?.source, draft: null })
  server.publication = { ...server.publication, state: 'done', step: '' }
  await view.wait(1_000)
  await says('The page is a draft again.')
  expect(buttons()).toEqual(['Publish'])
  await type('Appears on', '2026-11-27T08:00Z')
  expect(buttons()).toEqual(['Schedule'])
  await type('Appears on', '2026-11-21')
  await press('Publish')
  await view.wait(10)
  expect((server.draft as PageDraft | null)?.source).toBe(buildEditedPageSource())
})

const actions = '.page-settings > .buttons button'
test('the editor offers to delete a page only when its file has “draft: true”, and to delete a draft only when there is a draft', async () => {
  const draft = { ...draftFields, version: 1 }
  const visible = await openEditor({ draft: { ...draft, source: buildEditedPageSource('draft: true\n') } })
  expect(visible.texts(actions)).toEqual(['Make it a draft …', 'Share the preview', 'Delete the draft …'])
  await visible.leave()
  const unhidden = await openEditor({
    source: buildEditedPageSource('draft: true\n'),
    draft: { ...draft, source: buildEditedPageSource() },
  })
  expect(unhidden.texts(actions)).toEqual(['Share the preview', 'Delete the draft …', 'Delete the page …'])
  await unhidden.leave()

  const { press, texts, sent, page: view } = await openEditor({ source: buildEditedPageSource('draft: true\n') })
  expect(texts(actions)).toEqual(['Delete the page …'])
  await press('Delete the page …')
  await press('Delete the page')
  await view.until(() => expect(view.address()).toBe('/desk/pages'))
  expect(sent('DELETE')).toEqual([{ path: '/api/desk/page-source?file=boat.mdx' }])
})

test('when a page contains code, the editor shows why the desk cannot edit the page, and all fields are read-only', async () => {
  const problems = [{ line: 8, message: 'The desk saves no import and no export.' }]
  const { page: view, field, buttons, texts } = await openEditor({ problems })
  expect(view.text()).toContain('This page holds code, so it can only be read here.')
  expect(view.text()).toContain('Line 8: The desk saves no import and no export.')
  expect(field('Text').hasAttribute('readonly')).toBe(true)
  expect(field('Title').disabled).toBe(true)
  expect([...buttons(), ...texts('.page-settings button')]).toEqual([])
})

test('text that is typed after another tab has published the draft is merged with the published page', async () => {
  const draft = { ...draftFields, version: 1, source: buildEditedPageSource() }
  const { type, server, field, page: view } = await openEditor({ draft })
  Object.assign(server, { draft: null, source: draft.source.replace('My boat', 'My ship') })
  await type('Text', draft.source.replace('Words', 'Typed words'))
  await view.wait(6_000)
  expect(view.text()).toContain('What somebody has changed meanwhile is in the text now.')
  const merged = server.source.replace('Words', 'Typed words')
  expect(field('Text').value).toBe(merged)
  expect(server.draft).toMatchObject({ source: merged })
})

test('while the server cannot be reached, the text stays in the browser; a draft is deleted only after a confirmation', async () => {
  const { type, says, server, page: view, press, field } = await openEditor()
  server.isGone = true
  await type('Text', buildEditedPageSource().replace('Words', 'Kept words'))
  await view.wait(3_000)
  await says('Kept in this browser until the server saves it')
  await says('The site cannot be reached.')
  expect(JSON.stringify([...view.stored])).toContain('Kept words')
  server.isGone = false
  await view.wait(10_000)
  await says('Saved')
  expect(view.text()).not.toContain('The site cannot be reached.')
  await type('Text', buildEditedPageSource().replace('Words', 'Words that go'))
  await press('Delete the draft …')
  await press('Delete the draft')
  await says('The draft is deleted.')
  expect(field('Text').value).toBe(buildEditedPageSource())
  await view.wait(10_000)
  expect(server.draft).toBeNull()
  expect(JSON.stringify([...view.stored])).not.toContain('Words that go')
})

test('the preview is rendered when the author pauses; while the text has a problem, its line and the last preview are shown', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { press, type, says, part, page: view, sent } = await openEditor()
  const previews = () => sent('POST').filter(({ path }) => path.endsWith('page-preview'))
  await view.wait(2_000)
  expect(previews()).toEqual([])
  await press('Preview')
  await view.wait(0)
  const frame = () => part('Preview').querySelector('iframe')
  await view.until(() => expect(frame()?.getAttribute('srcdoc')).toContain('Words.'))
  expect(frame()?.getAttribute('sandbox')).toBe('allow-same-origin allow-popups')
  await type('Text', buildEditedPageSource().replace('Words', '{words}'))
  await view.wait(499)
  expect(previews()).toHaveLength(1)
  await view.wait(1)
  await says('Line 8: The desk saves no code.')
  expect(previews()).toHaveLength(2)
  expect(frame()?.hasAttribute('hidden')).toBe(false)
})

test('the preview has the styles of the editor page, whose Content-Security-Policy refuses the styles of a newer build', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { press, part, page: view } = await openEditor()
  view.document.head.innerHTML = '<style>own</style>'
  await press('Preview')
  await view.wait(0)
  const frame = () => part('Preview').querySelector('iframe')?.getAttribute('srcdoc')
  await view.until(() => expect(frame()).toContain('Words.'))
  expect(frame()).toContain('<style>own</style>')
  expect(frame()).not.toContain('newer')
})

test('the preview of a draft can be shared by a secret URL, until the author takes the URL back', async () => {
  const { press, type, says, texts, page: view } = await openEditor()
  expect(texts('.preview-link')).toEqual([])
  await type('Text', buildEditedPageSource().replace('Words', 'Other words'))
  await view.wait(3_000)
  await press('Share the preview')
  await view.until(() => expect(texts('.share-address code')).toEqual([expect.stringMatching(/\/preview\/abc$/)]))
  await press('Take the address back')
  await says('The address shows nothing any more.')
  expect(texts('.share-address code')).toEqual([])
})

test('an earlier version shows how it differs from the current text, and can be brought back as a draft', async () => {
  const { press, part, page: view, server, texts } = await openEditor()
  await view.fire(view.find('summary', 'Versions'), 'click')
  await view.until(() => expect(texts('.list li')).toHaveLength(1))
  await press('Show Begin')
  const lines = () => [...part('Begin').querySelectorAll('.differences p')].map(({ textContent }) => textContent)
  await view.until(() => expect(lines()).toContain('Old words.'))
  expect(lines()).toContain('Words.')
  expect(lines()).not.toContain('title: My boat')
  await press('Bring this version back')
  await view.wait(3_000)
  expect(server.draft?.source).toBe(buildEditedPageSource().replace('Words', 'Old words'))
})

test('a page with a future publication date is scheduled, and no link leads to it yet', async () => {
  vi.setSystemTime('2026-11-26T12:00:00Z')
  const { type, press, says, server, page: view, texts } = await openEditor()
  await type('Appears on', '2026-11-27T08:00Z')
  await press('Publish the changes')
  await says('Building the site …')
  server.publication = { ...server.publication, state: 'done', step: '' }
  server.source = buildEditedPageSource().replace('2026-11-21', '2026-11-27T08:00Z')
  server.draft = null
  await view.wait(1_000)
  await says('The page is scheduled: it appears by itself.')
  expect(texts('.note a')).toEqual([])
})
