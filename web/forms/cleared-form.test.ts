import { act, createElement } from 'react'
import { expect, test } from 'vitest'
import { installFakePage } from '../testing/render.ts'

const page = installFakePage(() => new Response())
const { useForm } = await import('./use-form.ts')

const server = { answer: Promise.withResolvers<void>(), sent: [] as unknown[] }

async function send(values: object) {
  server.sent.push(values)
  await server.answer.promise
}

function AddDish() {
  const { props } = useForm({ send, offline: '', clears: true })
  return createElement('form', props, createElement('input', { name: 'dish' }))
}

test('a form is emptied after it was sent, unless the reader changed it while it was being sent', async () => {
  await page.show(createElement(AddDish))
  const dish = page.find('input') as HTMLInputElement
  dish.value = 'Soup'
  await page.send('form', {})
  expect(dish.value).toBe('Soup')
  await act(async () => server.answer.resolve())
  expect(dish.value).toBe('')

  server.answer = Promise.withResolvers()
  dish.value = 'Bread'
  await page.send('form', {})
  dish.value = 'Cake'
  await act(async () => server.answer.resolve())
  expect(dish.value).toBe('Cake')
  expect(server.sent).toEqual([{ dish: 'Soup' }, { dish: 'Bread' }])
})
