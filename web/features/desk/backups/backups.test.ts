import { act, createElement } from 'react'
import { expect, test, vi } from 'vitest'
import type { BackupOverview } from '#contract/backups.ts'
import { errors } from '#contract/errors.ts'
import { openScreen } from '../../../testing/page-actions.ts'

const none: BackupOverview = {
  folder: '/srv/backups',
  schedule: { isOn: false, time: '03:00', timeZone: 'UTC', keep: 7 },
  nextAt: null,
  runningSince: null,
  last: null,
  backups: [],
}
const backup = { name: '2026-11-25T03-00-00Z', createdAt: Date.now(), bytes: 1_234_567, rows: 42 }

/**
 * Opens the desk's page of backups.
 * @param first the backups that the fake server returns until a backup is started
 * @param later the backups that it returns after that
 */
const backupsPage = (first: BackupOverview, refusal?: Response, later = first) => {
  let isStarted = false
  return openScreen(
    ({ init: { method = 'GET' }, body }) => {
      if (method === 'POST') {
        isStarted = true
        return refusal ?? Response.json({ ...first, runningSince: Date.now() }, { status: 202 })
      }
      if (method === 'PUT') return Response.json({ ...first, schedule: body, nextAt: Date.now() + 3_600_000 })
      return Response.json(isStarted ? later : first)
    },
    async () => createElement((await import('./backups.tsx')).Screen),
    '/desk/backups',
  )
}

test('the backups page says when there is no backup, and starts no second backup while a backup is running', async () => {
  const { page, press, button, says, sent } = await backupsPage(none)
  await says('No backup has been made yet.')
  expect(page.text()).toContain('No backup is in /srv/backups.')
  expect(page.text()).toContain('Daily backups are off.')
  await press('Back up now')
  await says('A backup is being made, since just now.')
  expect(button('Backing up …').getAttribute('aria-disabled')).toBe('true')
  await press('Backing up …')
  expect(sent('POST')).toEqual([{ path: '/api/desk/backups' }])
})

test.each([
  ['Complete and checked just now.', { backup, problem: null }],
  ['The last backup failed just now. The disk is full.', { backup: null, problem: 'The disk is full.' }],
])(
  'when a started backup has ended with “%s”, the page no longer says that a backup is being made',
  async (text, result) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const last = { startedAt: Date.now(), endedAt: Date.now(), ...result }
    const { page, press, says } = await backupsPage(none, undefined, { ...none, last })
    await says('No backup has been made yet.')
    await press('Back up now')
    await says('A backup is being made, since just now. You can leave this page meanwhile.')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await says(text)
    expect(page.text()).not.toContain('is being made')
  },
)

test('when the server refuses to start a backup, the page shows the reason', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const { message, status } = errors.backup_running
  const { press, says } = await backupsPage(none, Response.json({ code: 'backup_running', message }, { status }))
  await press('Back up now')
  await says(message)
})

test('the most recent backup shows its size and time, and a failed backup shows its reason', async () => {
  const last = { startedAt: Date.now() - 2_500, endedAt: Date.now(), backup, problem: null }
  const { says, texts } = await backupsPage({ ...none, last, backups: [backup] })
  await says('Complete and checked just now.')
  expect(texts('.facts dd')).toEqual([backup.name, '1.2 MB', '42', '3 s'])
  expect(texts('.rows li')).toEqual([`${backup.name}just now, 1.2 MB`])
  const failed = { ...last, backup: null, problem: 'The disk is full.' }
  const other = await backupsPage({ ...none, last: failed, backups: [backup] })
  await other.says('The last backup failed just now. The disk is full.')
})

test('the backup schedule is checked before it is saved, and the page says when the next backup will be made', async () => {
  const { type, check, press, about, says, sent, field, page } = await backupsPage(none)
  await check('Back up every day')
  await type('Backups to keep', '0')
  await press('Save the schedule')
  expect(about('Backups to keep')).toContain('Enter a whole number from 1 to 365.')
  expect(page.document.activeElement).toBe(field('Backups to keep'))
  expect(sent('PUT')).toEqual([])
  await type('Backups to keep', '14')
  await press('Save the schedule')
  await says('The next backup is made in 59 minutes.')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(sent('PUT')).toEqual([{ path: '/api/desk/backups', isOn: true, time: '03:00', timeZone, keep: 14 }])
})
