import { createElement, useState } from 'react'
import { expect, test } from 'vitest'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { buildManagedKitchen } from '#contract/testing/fake-kitchen-server.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'
import type { OpeningIntervalValues } from '../hours/hours-values.ts'

installFakeClock()

type Terms = ManagedKitchen['terms']

/**
 * Opens a page of the kitchen as its owner. The fake server adds the fields of each saved form to the kitchen's terms.
 * @param toTerms converts the body of a save to the changed terms
 */
async function openTab(tab: string, toTerms: (body: object, terms: Terms) => Partial<Terms> = () => ({})) {
  let kitchen = buildManagedKitchen()
  const own = { vId: kitchen.terms.vId, slug: 'double', name: 'Nebelhorn Kitchen', status: 'active', role: 'owner' }
  return openScreen(
    ({ path, body, init: { method } }) => {
      if (path === '/api/kitchen') return Response.json({ kitchens: [own], invitations: [], mayCreate: false })
      if (method === 'PUT') kitchen = { ...kitchen, terms: { ...kitchen.terms, ...toTerms(body, kitchen.terms) } }
      return Response.json(kitchen)
    },
    async () => {
      await startFakeSession('Olive')
      return createElement((await import(`../${tab}-screen.tsx`)).Screen)
    },
    `/kitchen/double/${tab}`,
  )
}

test('a special day in the past moves to the collapsed list of past days only when it is saved, and not while its year is typed', async () => {
  const { page, press, type, field, says } = await openTab('hours', (changes, { hours }) => ({
    hours: { ...hours, ...changes },
  }))
  await says('Special days')
  await press('Add a special day')
  const date = field('Date')
  // The years that the field contains while a member types 2020.
  for (const year of ['0002', '0020', '0202', '2020']) {
    await type('Date', `${year}-12-25`)
    expect(field('Date')).toBe(date)
  }
  expect(page.text()).not.toContain('1 day that is past')
  await press('Save the hours')
  await page.fire(page.find('form'), 'submit')
  await says('1 day that is past')
})

test('a press of the save button also saves a postcode that is still in its field, and the postcode becomes a chip after the press', async () => {
  const { page, press, type, field, texts, says, sent } = await openTab('delivery', (zones) => zones)
  const chips = () => texts('.delivery-chips li span')
  await says('Zones')
  await press('Add a zone')
  await type('Postcodes that begin with', 'AB1')
  page.fireOnWindow('pointerdown', { pointerId: 1, button: 0 })
  await page.fire(field('Postcodes that begin with'), 'focusout')
  expect(field('Postcodes that begin with').value).toBe('AB1')
  expect(chips()).toEqual([])
  await press('Save the zones')
  expect(sent('PUT')).toMatchObject([{ zones: [{ prefixes: ['AB1'] }] }])
  page.fireOnWindow('pointerup', { pointerId: 1, pointerType: 'mouse' })
  await page.wait(0)
  expect(field('Postcodes that begin with').value).toBe('')
  expect(chips()).toEqual(['AB1×'])
})

test('an unsaved special day whose year has a digit too many is shown and can be removed', async () => {
  const { page, press, says } = await openScreen(
    () => Response.json({}),
    async () => {
      const { SpecialDays } = await import('../hours/special-days.tsx')
      return createElement(() => {
        const [special, onChange] = useState([{ date: '20266-12-25', openings: [] as OpeningIntervalValues[] }])
        const formValues = { same: true, weekly: [], special }
        const services = ['pickup'] as const
        const at = { savedDates: new Set<string>(), services, today: '2026-11-21', clearProblems: () => {} }
        return createElement(SpecialDays, { ...at, formValues, onChange })
      })
    },
    '/kitchen/double/hours',
  )
  await says('Special days')
  await press('Remove the day')
  expect(page.findAll('input[type=date]')).toEqual([])
})

test('after a special day is removed, its problem does not move to the day that takes its place', async () => {
  const { page, press, type, about, says } = await openTab('hours')
  await says('Special days')
  await press('Add a special day')
  await press('Add a special day')
  const [, second] = page.findAll('.hours-special')
  await type('Date', '2026-12-25', second)
  await press('Save the hours')
  await says('Choose a date.')
  await press('Remove the day')
  expect(about('Date')).toBe('')
})

test.each([
  ['removed', 'Remove choice 2', 'Choice 2'],
  ['moved', 'Move choice 2 down', 'Choice 2'],
])('after a choice is %s, its problem does not stay at the choice that takes its place', async (_, button, label) => {
  const { press, type, about, says } = await openTab('menu')
  await says('Double smash')
  await press('Change Double smash')
  await press('Add a choice')
  await press('Add a choice')
  await type('Choice 3', 'Small')
  await press('Save the dish')
  await says('Enter a name.')
  await press(button)
  expect(about(label)).toBe('')
})
