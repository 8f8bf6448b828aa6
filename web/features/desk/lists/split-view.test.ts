import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { installFakePage } from '../../../testing/render.ts'

test('Escape in the details of an entry closes them; Escape in a dialog above the details closes only the dialog', async () => {
  const page = installFakePage(() => new Response())
  const { DetailPanel } = await import('./split-view.tsx')
  const { Modal } = await import('../../../ui/dialog/modal.tsx')
  const onClose = vi.fn()
  const dialog = createElement(Modal, { onClose: () => {} }, createElement('input', { id: 'password' }))
  const props = { title: 'An error', onClose, children: dialog }
  await page.show(createElement(DetailPanel, props))
  await page.fire(page.find('#password'), 'keydown', { key: 'Escape' })
  expect(onClose).not.toHaveBeenCalled()
  await page.fire(page.find('#detail'), 'keydown', { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
})

test.each([
  [404, 'Not found'],
  [0, 'Not loaded'],
  [500, 'Not loaded'],
])('the details of an entry whose fetch fails with the status %i have the heading “%s”', async (status, heading) => {
  const page = installFakePage(() => new Response())
  const { DetailPanel } = await import('./split-view.tsx')
  const { ApiError } = await import('../../../api/problem.ts')
  const query = { error: new ApiError({ code: null, message: 'It failed.' }, status), refetch: () => {} }
  const props = { query, onClose: () => {}, children: undefined }
  await page.show(createElement(DetailPanel, props))
  expect(page.find('#detail').textContent).toBe(heading)
})
