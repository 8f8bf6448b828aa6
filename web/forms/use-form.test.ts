import { createElement } from 'react'
import { expect, test } from 'vitest'
import { installFakePage } from '../testing/render.ts'

const page = installFakePage(() => new Response())
const { Field } = await import('../ui/form/field.tsx')
const { useForm } = await import('./use-form.ts')

function Times() {
  const { props, errors } = useForm({
    check: () => ({ name: 'Enter a name.', to: 'Enter a later time.' }),
    send: async () => {},
    offline: '',
  })
  const field = (name: string) => ({ id: name, name, label: '', error: errors[name] })
  return createElement(
    'form',
    props,
    createElement(Field, field('name')),
    createElement(Field, { ...field('from'), ...{ 'data-corrects': 'to' } }),
    createElement(Field, field('to')),
  )
}
const type = (name: string) => page.fire(page.find(`#${name}`), 'input')

test('a form removes the error of a field when this field or a related field changes, and shows the error again at the next submit', async () => {
  const leave = await page.show(createElement(Times))
  await page.send('form', {})
  expect(page.text()).toBe('Enter a name.Enter a later time.')
  await type('name')
  expect(page.text()).toBe('Enter a later time.')
  expect(page.find('#name').getAttribute('aria-invalid')).toBeNull()
  expect(page.find('#to').getAttribute('aria-invalid')).toBe('true')
  await type('from')
  expect(page.text()).toBe('')
  await page.send('form', {})
  expect(page.text()).toBe('Enter a name.Enter a later time.')
  await leave()
})
