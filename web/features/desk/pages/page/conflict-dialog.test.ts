import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { createPageActions } from '../../../../testing/page-actions.ts'
import { installFakePage } from '../../../../testing/render.ts'

const parts = [{ mine: ['one!'], theirs: ['one?'] }, { lines: ['two'] }, { mine: ['three!'], theirs: [] }]

/** Shows the dialog for resolving two conflicts. */
async function openConflict() {
  const page = installFakePage(() => new Response())
  const { ConflictDialog } = await import('./conflict-dialog.tsx')
  const onChoose = vi.fn<(source: string) => void>()
  const onClose = vi.fn<() => void>()
  await page.show(createElement(ConflictDialog, { parts, author: 'Bea', onChoose, onClose }))
  return { page, onChoose, onClose, ...createPageActions(page) }
}

test('the conflict dialog shows both versions of each conflict, and keeps both unless the author decides otherwise', async () => {
  const { page, press, onChoose, onClose } = await openConflict()
  expect(page.text()).toContain('Bea has saved other words in the same lines.')
  expect(page.findAll('pre').map(({ textContent }) => textContent)).toEqual(['one!', 'one?', 'three!'])
  expect(page.text()).toContain('Deleted.')
  await press('Use this text')
  expect(onChoose).toHaveBeenCalledWith('one!\none?\ntwo\nthree!')
  expect(onClose).toHaveBeenCalled()
})

test('the conflict dialog keeps the version that the author has chosen for each conflict', async () => {
  const { press, check, part, onChoose } = await openConflict()
  await check('Keep theirs', part('Lines 1 of 2'))
  await check('Keep theirs', part('Lines 2 of 2'))
  await press('Use this text')
  expect(onChoose).toHaveBeenCalledWith('one?\ntwo')
})
