import { type ComponentProps, type ComponentType, createElement, Fragment, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { installFakePage } from '../../testing/render.ts'
import type { Dialog } from './dialog.tsx'

interface ExampleProps {
  dialog: ComponentType<ComponentProps<typeof Dialog>>
  onClose: () => void
}

function Example({ dialog, onClose }: ExampleProps) {
  const [isShown, setShown] = useState(true)
  const takeAway = createElement('button', { type: 'button', onClick: () => setShown(false) }, 'Take away')
  const children = createElement(Fragment, null, createElement('textarea'), takeAway)
  return isShown && createElement(dialog, { title: 'Example', onClose, children })
}

/** Opens a dialog with a text field. The button “Take away” removes the dialog without closing it. */
async function openDialog() {
  const page = installFakePage(() => new Response())
  const { Dialog } = await import('./dialog.tsx')
  const onClose = vi.fn<() => void>()
  await page.show(createElement(Example, { dialog: Dialog, onClose }))
  return { page, onClose, dialog: page.find('dialog') as HTMLDialogElement }
}

test('a press that begins inside a dialog and ends outside does not close the dialog, but a press outside does', async () => {
  const { page, onClose, dialog } = await openDialog()
  await page.fire(page.find('textarea'), 'pointerdown')
  // The browser sends the click of such a press to the element that contains both ends.
  await page.fire(dialog, 'click')
  expect(onClose).not.toHaveBeenCalled()
  await page.fire(dialog, 'pointerdown')
  await page.fire(dialog, 'click')
  expect(onClose).toHaveBeenCalled()
})

test('when an open dialog is removed, it is closed first, so that the browser returns the focus', async () => {
  const { page, onClose, dialog } = await openDialog()
  const close = vi.spyOn(dialog, 'close')
  close.mockImplementation(() => expect(dialog.isConnected).toBe(true))
  await page.click('Take away')
  expect(page.findAll('dialog')).toEqual([])
  expect(close).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})
