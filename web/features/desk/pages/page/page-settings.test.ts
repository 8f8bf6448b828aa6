import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { createPageActions } from '../../../../testing/page-actions.ts'
import { installFakePage } from '../../../../testing/render.ts'

const pageWith = (tags: string) => `---\npath: /boat\ntitle: Boat\n${tags}\n---\n\nWords.\n`

test.each(['tags: [travel, "Paris, Texas"]', 'tags: travel', 'tags: # of the sea\n  - travel'])(
  'leaving the tags field changes the line %j only when the author has typed in the field',
  async (tags) => {
    const page = installFakePage(() => new Response())
    const { PageSettings } = await import('./page-settings.tsx')
    const onChange = vi.fn<(source: string) => void>()
    await page.show(createElement(PageSettings, { source: pageWith(tags), isReadOnly: false, onChange }))
    const { field, type } = createPageActions(page)
    await page.fire(field('Tags'), 'focusout')
    expect(onChange).not.toHaveBeenCalled()
    await type('Tags', 'wind, sea')
    await page.fire(field('Tags'), 'focusout')
    expect(onChange).toHaveBeenCalledWith(pageWith('tags: [wind, sea]'))
  },
)

test('the date field of a page says that readers get no message about a new page whose date is long past', async () => {
  const page = installFakePage(() => new Response())
  const { PageSettings } = await import('./page-settings.tsx')
  await page.show(createElement(PageSettings, { source: pageWith(''), isReadOnly: false, onChange: () => {} }))
  expect(page.text()).toContain(
    'Readers get no mail and no push message about a new page whose date is more than 30 days past.',
  )
})
