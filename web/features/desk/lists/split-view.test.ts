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
