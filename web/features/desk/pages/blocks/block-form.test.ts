import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { createPageActions } from '../../../../testing/page-actions.ts'
import { installFakePage } from '../../../../testing/render.ts'

test('the form of a block inserts the block with the entered values, and refuses an empty required field', async () => {
  const page = installFakePage(() => new Response())
  const { BlockForm } = await import('./block-form.tsx')
  const { insertableBlocks } = await import('./blocks.ts')
  const block = insertableBlocks.find(({ name }) => name === 'Serious warning')
  if (!block) throw new Error('there is no warning')
  const onWrite = vi.fn<(text: string) => void>()
  const onClose = vi.fn<() => void>()
  await page.show(createElement(BlockForm, { block, onWrite, onClose }))
  const { about, type } = createPageActions(page)
  await page.send('form', {})
  expect(about('Text')).toContain('Text is empty. Fill it in.')
  expect(onWrite).not.toHaveBeenCalled()
  await type('Text', 'Hot')
  await page.send('form', {})
  expect(onWrite).toHaveBeenCalledWith('<Warning>\nHot\n</Warning>')
  expect(onClose).toHaveBeenCalled()
})
