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
