import { beforeEach, expect, test, vi } from 'vitest'
import { installFakeBrowser } from '../../../../testing/browser.ts'
import { buildOtherAuthorDraft, createFakeDraftServer, openDraftTab } from '../../../../testing/draft-tabs.ts'
import { installFakeClock } from '../../../../testing/fake-clock.ts'

installFakeClock()
beforeEach(() => vi.resetModules())

test('the draft store keeps each change of a page in the browser at once, and saves it as a draft after three seconds', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer()
  const { type, getState, copies } = await openDraftTab(site)
  type('one\ntwo\nthree!')
  expect(copies.list()).toMatchObject([{ source: 'one\ntwo\nthree!', base: 'one\ntwo\nthree' }])
  await vi.advanceTimersByTimeAsync(2_999)
  expect(site.server.saves).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(site.server.saves).toEqual(['one\ntwo\nthree!'])
  expect(getState()).toMatchObject({ saving: 'saved', draft: { version: 1 } })
  expect(copies.list()).toEqual([])
})

test('text that was typed during a save is sent with the next save', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer()
  const { type, save, getState, copies } = await openDraftTab(site)
  type('a')
  const saving = save()
  type('ab')
  await saving
  expect(getState().saving).toBe('changed')
  expect(copies.list()).toMatchObject([{ source: 'ab', base: 'a' }])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(site.server.saves).toEqual(['a', 'ab'])
})

test('each of two saves that begin during another save resolves when the newer text is saved', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer()
  const { type, save, getState } = await openDraftTab(site)
  type('a')
  void save()
  type('ab')
  const states = await Promise.all([save(), save()].map((saving) => saving.then(() => getState().saving)))
  expect(states).toEqual(['saved', 'saved'])
  expect(site.server.saves).toEqual(['a', 'ab'])
  expect(getState().draft).toMatchObject({ source: 'ab', version: 2 })
})

test('while the server cannot be reached, the text is kept and the state is offline; the text is saved when the server answers again', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer(buildOtherAuthorDraft('one', 1))
  const { type, save, getState, copies } = await openDraftTab(site)
  site.server.failure = 0
  type('one, two')
  await save()
  expect(getState().saving).toBe('offline')
  type('one, two, three')
  expect(copies.list()).toMatchObject([{ source: 'one, two, three' }])
  site.server.failure = null
  await vi.advanceTimersByTimeAsync(10_000)
  expect(getState().saving).toBe('saved')
  expect(site.server.saves).toEqual(['one, two, three'])
})

test('a save whose reply was lost is no conflict with the text that is typed afterwards', async () => {
  installFakeBrowser(() => new Response())
  for (const draft of [null, buildOtherAuthorDraft('one\ntwo\nthree', 1)]) {
    const site = createFakeDraftServer(draft)
    const { type, save, getState } = await openDraftTab(site)
    site.server.isReplyLost = true
    type('one, typ')
    await save()
    site.server.isReplyLost = false
    type('one, typed')
    await vi.advanceTimersByTimeAsync(11_000)
    expect(getState()).toMatchObject({ source: 'one, typed', saving: 'saved', conflict: null, mergedFrom: null })
    expect(site.server.draft?.source).toBe('one, typed')
  }
})

test('a save whose reply was lost is no conflict, even when an earlier save had not reached the server', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer()
  const { type, save, getState } = await openDraftTab(site)
  site.server.failure = 0
  type('one, t')
  await save()
  Object.assign(site.server, { failure: null, isReplyLost: true })
  type('one, typ')
  await save()
  site.server.isReplyLost = false
  type('one, typed')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(getState()).toMatchObject({ source: 'one, typed', saving: 'saved', conflict: null, mergedFrom: null })
})

test('the draft store merges its text with a draft that another author has saved in the meantime', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer(buildOtherAuthorDraft('one\ntwo\nthree', 1))
  const { type, save, getState } = await openDraftTab(site)
  type('one!\ntwo\nthree')
  site.server.draft = buildOtherAuthorDraft('one\ntwo\nthree?', 2)
  await save()
  expect(getState()).toMatchObject({ source: 'one!\ntwo\nthree?', mergedFrom: 'Bea' })
  await vi.advanceTimersByTimeAsync(0)
  expect(site.server.draft).toMatchObject({ source: 'one!\ntwo\nthree?', version: 3 })
})

test('when another author has changed the same line, both versions are kept until the author resolves the conflict', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer(buildOtherAuthorDraft('one\ntwo', 1))
  const { type, save, getState, resolve, copies } = await openDraftTab(site)
  type('mine\ntwo')
  site.server.draft = buildOtherAuthorDraft('theirs\ntwo', 2)
  await save()
  expect(getState()).toMatchObject({ saving: 'conflict', source: 'mine\ntwo' })
  expect(getState().conflict).toEqual([{ mine: ['mine'], theirs: ['theirs'] }, { lines: ['two'] }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(site.server.draft?.source).toBe('theirs\ntwo')
  expect(copies.list()).toMatchObject([{ source: 'mine\ntwo' }])
  resolve('mine\ntheirs\ntwo')
  await vi.advanceTimersByTimeAsync(0)
  expect(site.server.draft.source).toBe('mine\ntheirs\ntwo')
})

/** Opens a tab whose text conflicts with a draft that another author has saved. */
async function openConflict() {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer(buildOtherAuthorDraft('one\ntwo', 1))
  const tab = await openDraftTab(site)
  tab.type('mine\ntwo')
  site.server.draft = buildOtherAuthorDraft('theirs\ntwo', 2)
  await tab.save()
  return { site, ...tab }
}

test('text that is typed during a conflict is part of the version that the author chooses', async () => {
  const { site, type, getState, resolve, copies } = await openConflict()
  type('mine\ntwo\nthree')
  expect(getState()).toMatchObject({
    saving: 'conflict',
    conflict: [{ mine: ['mine'], theirs: ['theirs'] }, { lines: ['two', 'three'] }],
  })
  expect(copies.list()).toMatchObject([{ source: 'mine\ntwo\nthree', base: 'one\ntwo' }])
  resolve('theirs\ntwo\nthree')
  expect(copies.list()).toMatchObject([{ source: 'theirs\ntwo\nthree', base: 'theirs\ntwo' }])
  await vi.advanceTimersByTimeAsync(0)
  expect(site.server.draft?.source).toBe('theirs\ntwo\nthree')
})

test('a conflict ends when the author types the other author’s version of the conflicting lines', async () => {
  const { site, type, getState } = await openConflict()
  type('theirs\ntwo\nthree')
  expect(getState()).toMatchObject({ saving: 'changed', conflict: null, source: 'theirs\ntwo\nthree' })
  await vi.advanceTimersByTimeAsync(0)
  expect(site.server.draft?.source).toBe('theirs\ntwo\nthree')
})

test('a page that is opened again during a conflict shows the conflict again, and saves nothing before the author resolves it', async () => {
  const { site, type, stop } = await openConflict()
  type('mine\ntwo\nthree')
  stop()
  for (const words of ['mine\ntwo\nthree', 'mine!\ntwo\nthree']) {
    const again = await openDraftTab(site)
    expect(again.getState()).toMatchObject({ saving: 'conflict', source: words })
    again.type('mine!\ntwo\nthree')
    again.stop()
  }
  const last = await openDraftTab(site)
  expect(last.getState().conflict).toEqual([{ mine: ['mine!'], theirs: ['theirs'] }, { lines: ['two', 'three'] }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(site.server.draft?.source).toBe('theirs\ntwo')
  last.resolve('mine!\ntheirs\ntwo\nthree')
  await vi.advanceTimersByTimeAsync(0)
  expect(site.server.draft?.source).toBe('mine!\ntheirs\ntwo\nthree')
  expect(last.copies.list()).toEqual([])
})

test('when only the line breaks of the saved text and the editor’s text differ, the text counts as unchanged', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer(buildOtherAuthorDraft('one\r\ntwo\r\nthree', 1))
  const { type, save, refresh, getState } = await openDraftTab(site)
  expect(getState().source).toBe('one\ntwo\nthree')
  type('one\ntwo\nthree')
  expect(getState().saving).toBe('saved')
  type('one!\ntwo\nthree')
  site.server.draft = buildOtherAuthorDraft('one\r\ntwo\r\nthree?', 2)
  await save()
  expect(getState()).toMatchObject({ source: 'one!\ntwo\nthree?', conflict: null })
  await vi.advanceTimersByTimeAsync(0)
  site.server.draft = buildOtherAuthorDraft('one!\rtwo', 4)
  await refresh()
  expect(getState()).toMatchObject({ source: 'one!\ntwo', saving: 'saved' })
})

test('the draft store creates a new draft when the draft of a new page was deleted in the meantime', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer(buildOtherAuthorDraft('one', 1), null)
  const { type, save, getState } = await openDraftTab(site)
  type('one, two')
  site.server.draft = null
  await save()
  expect(getState()).toMatchObject({ source: 'one, two', draft: null, saving: 'changed' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(site.server.draft).toMatchObject({ source: 'one, two' })
})

test('text that is typed after another tab has published the page is merged with the published text', async () => {
  installFakeBrowser(() => new Response())
  for (const draft of [null, buildOtherAuthorDraft('one\ntwo\nthree', 1)]) {
    const site = createFakeDraftServer(draft)
    const { type, save, getState } = await openDraftTab(site)
    Object.assign(site.server, { draft: null, file: 'one\ntwo\nthree, published' })
    type('one, typed\ntwo\nthree')
    await save()
    await vi.advanceTimersByTimeAsync(0)
    expect(getState()).toMatchObject({ source: 'one, typed\ntwo\nthree, published', saving: 'saved' })
    expect(site.server.saves).toEqual(['one, typed\ntwo\nthree, published'])
  }
})

test('a tab in which nothing was typed shows the published text after another tab has published the page', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer(buildOtherAuthorDraft('one\ntwo\nthree', 1))
  const { refresh, getState } = await openDraftTab(site)
  Object.assign(site.server, { draft: null, file: 'one\ntwo\nthree, published' })
  await refresh()
  expect(getState()).toMatchObject({ source: 'one\ntwo\nthree, published', draft: null, saving: 'saved' })
})

test.each([429, 500, 502, 503])('a save that fails with %i is tried again by itself', async (status) => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer()
  const { type, save, getState } = await openDraftTab(site)
  site.server.failure = status
  type('typed')
  await save()
  expect(getState()).toMatchObject({ saving: 'offline', problem: { message: 'No.' } })
  site.server.failure = null
  await vi.advanceTimersByTimeAsync(10_000)
  expect(site.server.saves).toEqual(['typed'])
  expect(getState()).toMatchObject({ saving: 'saved', problem: null })
})

test('the draft store keeps the reason when the server refuses a text, and saves again after the next change', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer()
  const { type, save, getState } = await openDraftTab(site)
  site.server.failure = 422
  type('{evil}')
  await save()
  expect(getState()).toMatchObject({ saving: 'refused', problem: { message: 'No.' } })
  site.server.failure = null
  type('good')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(site.server.saves).toEqual(['good'])
})

test('text typed offline in two tabs is kept when the tabs are closed, and a third tab merges and saves both texts', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer(buildOtherAuthorDraft('one\ntwo\nthree', 1))
  const [first, second] = [await openDraftTab(site), await openDraftTab(site)]
  first.type('one!\ntwo\nthree')
  second.type('one\ntwo\nthree!')
  first.stop()
  second.stop()
  const third = await openDraftTab(site)
  expect(third.getState().source).toBe('one!\ntwo\nthree!')
  await vi.advanceTimersByTimeAsync(0)
  expect(site.server.saves).toEqual(['one!\ntwo\nthree!'])
  expect(third.copies.list()).toEqual([])
})

test('the draft store takes over a newer draft of another author, and ignores an older draft', async () => {
  installFakeBrowser(() => new Response())
  const site = createFakeDraftServer(buildOtherAuthorDraft('one', 2))
  const { refresh, getState } = await openDraftTab(site)
  site.server.draft = buildOtherAuthorDraft('older', 1)
  await refresh()
  expect(getState().source).toBe('one')
  site.server.draft = buildOtherAuthorDraft('newer', 3)
  await refresh()
  expect(getState()).toMatchObject({ source: 'newer', saving: 'saved' })
})
