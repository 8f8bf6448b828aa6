import { createElement, useState } from 'react'
import { expect, test } from 'vitest'
import { createPageActions } from '../../../testing/page-actions.ts'
import { installFakePage } from '../../../testing/render.ts'

type Requirements = typeof import('./dietary-requirements.tsx')

/** The field with four requirements. Its button takes over the typed text, as the dialog of a dish does. */
function Dish({ addDietaryRequirement, DietaryRequirementsField: Field }: Requirements) {
  const [{ requirements, draft }, setState] = useState({ requirements: ['a', 'b', 'c', 'd'], draft: '' })
  const [ordered, setOrdered] = useState('')
  return createElement(
    'form',
    null,
    createElement(Field, { requirements, draft, onChange: (requirements, draft) => setState({ requirements, draft }) }),
    createElement(
      'button',
      { type: 'button', onClick: () => setOrdered(addDietaryRequirement(requirements, draft).join(', ')) },
      'Add to order',
    ),
    createElement('output', null, ordered),
  )
}

test('no suggestions are offered when the typed requirement is the last that fits', async () => {
  const page = installFakePage(() => Response.json({}))
  const { press, type, all } = createPageActions(page)
  await page.show(createElement(Dish, await import('./dietary-requirements.tsx')))
  expect(all('button', 'no nuts')).toHaveLength(1)
  await type('Add a requirement', 'no eggs')
  for (const { textContent } of all('button', 'no nuts')) await press(textContent)
  await press('Add to order')
  expect(page.find('output').textContent).toBe('a, b, c, d, no eggs')
  await type('Add a requirement', '')
  expect(all('button', 'no nuts')).toHaveLength(1)
})
